/** What differs from trail to trail in the first part of a program. */
interface Literals {
  readonly title: string;
  readonly origin: string;
  readonly keyVariable: string;
  readonly plan: string;
  /** The price of the dearest step. */
  readonly dearest: string;
  readonly requestsPerSecond: number;
}

export const pythonRuntime = ({ title, origin, keyVariable, plan, dearest, requestsPerSecond }: Literals): string => `\
# ${title}
import json, os, re, sys, time, urllib.error, urllib.parse, urllib.request

ORIGIN = ${JSON.stringify(origin)}
MAX_CALLS = int(os.environ.get("MAX_CALLS", "100"))
PLAN = [${plan}]
calls, spent, last = 0, 0.0, 0.0

for name, price in PLAN:
    print(f"  \${price:.6f}  {name}", file=sys.stderr)
print(f"At most {MAX_CALLS} calls (MAX_CALLS), \${MAX_CALLS * ${dearest}:.4f}.", file=sys.stderr)

def get(path, query):
    global calls, spent, last
    if calls >= MAX_CALLS:
        sys.exit(f"Stopped after {calls} calls, \${spent:.6f}. Set MAX_CALLS to go on.")
    address = ORIGIN + path + ("?" + urllib.parse.urlencode(query) if query else "")
    request = urllib.request.Request(address, headers={"x-api-key": os.environ["${keyVariable}"]})
    while True:
        time.sleep(max(0, last + 1 / ${requestsPerSecond} - time.monotonic()))
        last = time.monotonic()
        try:
            response = urllib.request.urlopen(request, timeout=60)
        except urllib.error.HTTPError as error:
            response = error
        if response.status != 429:
            break
        time.sleep(int(response.headers.get("retry-after", "1")))
    calls += 1
    spent += float(response.headers.get("x-cost-usd", "0"))
    body = json.load(response)
    if response.status >= 400:
        print(f"{path}: {body['code']}: {body['detail']}", file=sys.stderr)
        return None
    return body

def at(value, *members):
    for member in members:
        if isinstance(value, list):
            value = value[int(member)] if int(member) < len(value) else None
        else:
            value = value.get(member) if isinstance(value, dict) else None
    return value

def each(value):
    return list(value.values()) if isinstance(value, dict) else value or []

def pages(path, values, paging=None):
    if any(value is None for value in values.values()):
        return
    query = {name: value for name, value in values.items() if "{" + name + "}" not in path}
    path = re.sub(r"\\{(\\w+)\\}", lambda name: urllib.parse.quote(str(values[name[1]]), safe=""), path)
    while True:
        body = get(path, query)
        if body is None:
            return
        yield body
        token = paging and at(body, *paging[2].split(".")) and at(body, *paging[1].split("."))
        if not token:
            return
        query[paging[0]] = token

`;

export const typescriptRuntime = ({
  title,
  origin,
  keyVariable,
  plan,
  dearest,
  requestsPerSecond,
}: Literals): string => `\
// ${title}
type Json = any;
const origin = ${JSON.stringify(origin)};
const maxCalls = Number(process.env.MAX_CALLS ?? 100);
const plan: [string, number][] = [${plan}];
let calls = 0;
let spent = 0;
let last = 0;

for (const [name, price] of plan) console.error(\`  $\${price.toFixed(6)}  \${name}\`);
console.error(\`At most \${maxCalls} calls (MAX_CALLS), $\${(maxCalls * ${dearest}).toFixed(4)}.\`);

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function get(path: string, query: Record<string, string>): Promise<Json> {
  if (calls >= maxCalls) {
    console.error(\`Stopped after \${calls} calls, $\${spent.toFixed(6)}. Set MAX_CALLS to go on.\`);
    process.exit(1);
  }
  const address = \`\${origin}\${path}?\${new URLSearchParams(query)}\`.replace(/\\?$/, '');
  let response: Response;
  for (;;) {
    await sleep(Math.max(0, last + 1000 / ${requestsPerSecond} - performance.now()));
    last = performance.now();
    response = await fetch(address, { headers: { 'x-api-key': process.env.${keyVariable}! } });
    if (response.status !== 429) break;
    await sleep(1000 * Number(response.headers.get('retry-after') ?? 1));
  }
  calls += 1;
  spent += Number(response.headers.get('x-cost-usd') ?? 0);
  const body: Json = await response.json();
  if (response.ok) return body;
  console.error(\`\${path}: \${body.code}: \${body.detail}\`);
  return undefined;
}

const at = (value: Json, ...members: string[]): Json => members.reduce((inner, member) => inner?.[member], value);
const each = (value: Json): Json[] => Object.values(value ?? {});

async function* pages(path: string, values: Record<string, Json>, paging?: string[]): AsyncGenerator<Json> {
  if (Object.values(values).some((value) => value == null)) return;
  const query: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) if (!path.includes(\`{\${name}}\`)) query[name] = String(value);
  const filled = path.replace(/\\{(\\w+)\\}/g, (_, name) => encodeURIComponent(values[name]));
  for (;;) {
    const body = await get(filled, query);
    if (body === undefined) return;
    yield body;
    const token = paging && at(body, ...paging[2]!.split('.')) && at(body, ...paging[1]!.split('.'));
    if (!token) return;
    query[paging[0]!] = token;
  }
}

`;

export const bashRuntime = ({ title, origin, keyVariable, plan, dearest, requestsPerSecond }: Literals): string => `\
#!/usr/bin/env bash
# ${title}
# Needs curl and jq.
set -uo pipefail
origin='${origin}'
max_calls="\${MAX_CALLS:-100}"
calls=0

cat >&2 <<'PLAN'
${plan}
PLAN
jq -rn --argjson calls "$max_calls" '"At most \\($calls) calls (MAX_CALLS), $\\($calls * ${dearest})."' >&2

# pages FUNCTION PATH TOKEN_PARAMETER TOKEN_PATH HAS_MORE_PATH [NAME VALUE]...
pages() {
  local found="$1" path="$2" parameter="$3" token_path="$4" has_more_path="$5" token='' body query=()
  shift 5
  while (( $# > 0 )); do
    [[ -n "$2" ]] || return 0
    if [[ "$path" == *"{$1}"* ]]; then path="\${path//"{$1}"/"$(jq -rn --arg text "$2" '$text | @uri')"}"
    else query+=(--data-urlencode "$1=$2"); fi
    shift 2
  done
  while :; do
    if (( calls >= max_calls )); then
      echo "Stopped after $calls calls. Set MAX_CALLS to go on." >&2
      exit 1
    fi
    calls=$((calls + 1))
    sleep ${(1 / requestsPerSecond).toFixed(3)}
    body="$(curl --silent --show-error --retry 5 --get "$origin$path" -H "x-api-key: $${keyVariable}" \
      \${query[@]+"\${query[@]}"} \${token:+--data-urlencode "$parameter=$token"})" || exit 1
    if jq -e 'has("code") and has("detail")' <<<"$body" >/dev/null; then
      jq -r '"\\(.code): \\(.detail)"' <<<"$body" >&2
      return 0
    fi
    "$found" "$(jq -c . <<<"$body")"
    [[ -n "$parameter" && "$(jq -r "$has_more_path" <<<"$body")" == true ]] || return 0
    token="$(jq -r "$token_path // empty" <<<"$body")"
    [[ -n "$token" ]] || return 0
  done
}

`;
