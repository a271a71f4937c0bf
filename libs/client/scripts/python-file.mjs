// Generates the operations in the Python client; the part of the file above the marker is written by hand.
import { readFileSync } from 'node:fs';

const path = 'libs/client-python/loupe.py';
const marker = '# The operations. Generated: do not edit below this line.\n';

export function pythonFile(dto, root) {
  const [written] = readFileSync(new URL(path, root), 'utf8').split(marker);
  const domains = Object.entries(dto.operations).map(([domain, operations]) => {
    const methods = Object.values(operations).map((operation) => method(dto, operation));
    const head = `class ${className(domain)}:\n    """${dto.domainDescriptions[domain]}"""\n\n    def __init__(self, transport: Transport) -> None:\n        self._transport = transport\n`;
    return `${head}\n${methods.join('\n')}`;
  });
  return { path, text: `${written}${marker}\n\n${domains.join('\n\n')}\n\n${clientClass(dto)}` };
}

const className = (domain) => `${domain[0].toUpperCase()}${domain.slice(1)}Operations`;

function method(dto, operation) {
  const { leading, query, uuids, pages } = dto.clientCallOf(operation);
  const { name, summary, parameters, priceUnits } = operation;
  const typeOf = (parameter) =>
    ({ integer: 'int', number: 'float', boolean: 'bool' })[parameters[parameter].schema.type] ??
    (dto.isId(parameter) ? 'Id' : 'str');
  const isRequired = (parameter) => parameters[parameter].required;
  const named = [
    ...query.filter(isRequired).map((one) => `${one}: ${typeOf(one)}`),
    ...[...query.filter((one) => !isRequired(one)), ...uuids].map((one) => `${one}: Optional[${typeOf(one)}] = None`),
  ];
  const words = [
    'self',
    ...leading.map((one) => `${one}: ${typeOf(one)}`),
    ...(named.length > 0 ? ['*', ...named] : []),
  ];
  const options = `**options: Unpack[${pages ? 'ListOptions' : 'CallOptions'}]`;
  const inQuery = [...leading.filter((one) => !operation.path.includes(`{${one}}`)), ...query, ...uuids];
  const values = inQuery.map((one) => `"${one}": ${uuids.includes(one) ? `_uuid(${one})` : one}`).join(', ');
  const price =
    priceUnits === 0 ? 'Free.' : `Costs ${priceUnits} unit${priceUnits === 1 ? '' : 's'}${pages ? ' a page' : ''}.`;
  const address = operation.path.replace(/\{(\w+)\}/g, (_, one) => `{_segment('${one}', ${one})}`);
  const call = `"${name}", ${address === operation.path ? '' : 'f'}"${address}", {${values}}, options`;
  const made = pages ? `Listing(self._transport, "${pages}", ${call})` : `self._transport.get(${call})`;
  return `    def ${name.split('.')[1]}(\n        ${[...words, options].join(', ')}\n    ) -> ${pages ? 'Listing' : 'Answer'}:\n        """${summary}. ${price}"""\n        return ${made}\n`;
}

function clientClass({ operations }) {
  const members = Object.keys(operations).map((domain) => `        self.${domain} = ${className(domain)}(transport)\n`);
  return `class Loupe(_Downloads):
    """A client for one installation and one key, with a method per operation. Thread-safe.

    max_cost_usd limits the cost of all calls; max_retries is the number of retries after a transient failure; timeout limits one attempt, in seconds; pace delays calls to stay within the key's rate limit; fault simulates a failure for a test key; headers are further request headers.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        max_cost_usd: Optional[str] = None,
        max_retries: int = 2,
        timeout: float = 30,
        pace: bool = True,
        fault: Optional[str] = None,
        headers: Optional[Mapping[str, str]] = None,
    ) -> None:
        transport = Transport(base_url, api_key, max_cost_usd, max_retries, timeout, pace, fault, headers)
${members.join('')}`;
}
