import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';

/** How to choose the protocol version: `auto` takes the newest that both sides know, `legacy` an older one. */
type Mode = 'legacy' | 'auto';

export interface ToolText {
  isError: boolean;
  summary: string;
  data: string;
  link: string | undefined;
  bytes: number;
}

export class Agent {
  private constructor(readonly client: Client) {}

  static connect(baseUrl: string, headers: Record<string, string>, mode?: Mode): Promise<Agent> {
    return Agent.over(new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { requestInit: { headers } }), mode);
  }

  static async over(transport: Transport, mode: Mode = 'auto'): Promise<Agent> {
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
    await client.connect(transport);
    return new Agent(client);
  }

  async use(name: string, given: Record<string, unknown> = {}): Promise<ToolText> {
    const result = await this.client.callTool({ name, arguments: given });
    const content = result.content as { type: string; text?: string; uri?: string }[];
    const texts = content.flatMap(({ text }) => text ?? []);
    return {
      isError: result.isError === true,
      summary: texts[0]!,
      data: (texts[1] ?? '').split('\n').slice(1).join('\n'),
      link: content.find(({ type }) => type === 'resource_link')?.uri,
      bytes: Buffer.byteLength(texts.join('')) + Buffer.byteLength(content.find(({ uri }) => uri)?.uri ?? ''),
    };
  }

  async read(uri: string): Promise<string> {
    const { contents } = await this.client.readResource({ uri });
    return (contents[0] as { text: string }).text;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
