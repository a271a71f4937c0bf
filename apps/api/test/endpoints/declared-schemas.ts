import type { Operation } from '@loupe/dto';
import Ajv, { type ValidateFunction } from 'ajv/dist/2020';
import type { AnyJson, SentReply } from '../support/send';

/** Validates responses against the served OpenAPI document. */
export class DeclaredSchemas {
  private readonly ajv = new Ajv({ strict: false, validateFormats: false });
  private readonly validators = new Map<string, ValidateFunction>();

  constructor(private readonly document: AnyJson) {
    this.ajv.addSchema(document, 'loupe');
  }

  violationsOf({ path }: Operation, { status, json }: Pick<SentReply, 'status' | 'json'>): unknown[] {
    const validate = this.validatorOf(path, status);
    const contradictions = validate(json) ? [] : (validate.errors ?? []);
    return [
      ...contradictions.map(({ instancePath, message }) => `${instancePath} ${message}`),
      ...(status === 200 ? [] : this.undeclaredIn(json)),
    ];
  }

  /** The schema allows further members in problems, but must declare all that are sent today. */
  private undeclaredIn(problem: AnyJson): string[] {
    const { properties } = this.document.components.schemas.Problem;
    return Object.keys(problem).filter((name) => !(name in properties));
  }

  private validatorOf(path: string, status: number): ValidateFunction {
    const pointer =
      status === 200
        ? `/paths/${pointerOf(path)}/get/responses/200/content/${pointerOf('application/json')}/schema`
        : '/components/schemas/Problem';
    const known = this.validators.get(pointer);
    if (known) return known;
    const compiled = this.ajv.compile({ $ref: `loupe#${encodeURI(pointer)}` });
    this.validators.set(pointer, compiled);
    return compiled;
  }

  exampleOf({ path }: Operation): unknown {
    return this.document.paths[path].get.responses['200'].content['application/json'].example;
  }

  declares({ path }: Operation, status: number): boolean {
    const { responses } = this.document.paths[path].get;
    return (
      String(status) in responses || problemsIn(this.document, responses.default).some((one) => one.status === status)
    );
  }
}

/** The examples of a problem response. Those of `default` are the problems that many operations share. */
export function problemsIn({ components }: AnyJson, { $ref }: { $ref: string }): { status: number; code: string }[] {
  const { examples = {} } = components.responses[$ref.split('/').at(-1)!].content['application/problem+json'];
  return Object.values<AnyJson>(examples).map(({ value }) => value);
}

function pointerOf(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
