import { type Answer, type ListOptions, Loupe, type LoupeOptions, type Meta, type Page } from '@loupe/client';
import { type OperationCall, type Options, UsageError } from './command-line.ts';

export interface Made {
  raw(): Promise<Answer>;
  withMeta(): Promise<{ data: unknown; meta: Meta }>;
  pages(): AsyncIterable<Page<unknown>>;
}

type Method = (...words: unknown[]) => Made;

export function connect(options: Options, more: Partial<LoupeOptions> = {}): Loupe {
  return new Loupe({ ...settingsOf(options), ...more });
}

export function settingsOf(options: Options): LoupeOptions {
  const { LOUPE_API_KEY: apiKey = '' } = process.env;
  if (!apiKey) throw new UsageError('set LOUPE_API_KEY to your API key; on the command line, other users could see it');
  return { baseUrl: addressOf(options), apiKey };
}

export function addressOf(options: Options): string {
  const baseUrl = options['base-url'] ?? process.env.LOUPE_URL ?? 'http://localhost:3000';
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new UsageError(`LOUPE_URL (or --base-url) must be a URL such as https://loupe.example, not ${baseUrl}`);
  return baseUrl;
}

export function make(loupe: Loupe, { domain, method, values, parameters }: OperationCall, options: object): Made {
  const methods = (loupe as unknown as Record<string, Record<string, Method>>)[domain]!;
  return methods[method]!(...values, { ...parameters, ...options });
}

export function callOptions(options: Options): ListOptions {
  const { 'max-age': maxAge } = options;
  const fields = fieldsOf(options);
  if (maxAge !== undefined && !/^\d{1,6}$/.test(maxAge))
    throw new UsageError(`--max-age takes whole seconds, such as 300, not ${maxAge}`);
  return {
    ...(fields === undefined ? {} : { fields }),
    ...(maxAge === undefined ? {} : { maxAge: Number(maxAge) }),
  };
}

export function fieldsOf({ fields }: Options): string[] | undefined {
  return fields?.split(/,\s*/);
}

export async function pricesOf(loupe: Loupe): Promise<Map<string, string>> {
  const { items } = (await loupe.system.price()) as { items: { operation: string; price_usd: string }[] };
  return new Map(items.map(({ operation, price_usd }) => [operation, price_usd]));
}
