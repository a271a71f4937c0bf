export const help = `loupe-cli: the data API of Loupe from a shell

  loupe-cli DOMAIN OPERATION [VALUE] [-p NAME=VALUE]...   any operation: loupe-cli users followers 1001 --limit 500
  loupe-cli pull DOMAIN OPERATION [VALUE] --out FILE      long downloads that continue after an interruption
  loupe-cli price [DOMAIN OPERATION]                      the price of calls, without making them
  loupe-cli watch DOMAIN OPERATION [VALUE]                polls a list and prints only new items; each poll costs a call
  loupe-cli balance                                       the balance of the account
  loupe-cli keys list|create NAME|rotate ID|revoke ID     API keys, with a management token
  loupe-cli audit [--follow]                              what happened in the account, oldest first, one entry per line
  loupe-cli mcp                                           serves tools to an AI agent, whose client starts this command

Output
  (no option)          the JSON of the first page, as received
  --all, --limit N     every item of a list, or N of them, one per line
  --ndjson, --csv      one JSON value per line; or a table with a column for each plain member of the first item
  --fields A,B.C       only these members; the columns of --csv
Money
  --max-cost USD       stop before spending more than this
  --max-age SECONDS    accept a cached response of at most this age; it costs less or nothing
pull
  --input FILE         one call for each line of FILE; the line is the last VALUE
  --limit N            at most N items of each list
  --media DIR          also download the pictures and videos of the posts, reels or stories that the list names; an address that has
                       expired costs one call for its post, and standard error tells the cost of these renewals
  --concurrency N      concurrent calls with --input and posts with --media, default 4, within the key's rate limit
  --progress           print progress even if standard error is not a terminal
  To resume, run the same command again. Its progress is in a file beside the --out FILE: FILE.state.json.
price
  --times N, --input FILE   the price of N calls, or of one call for each line of FILE
watch
  The first poll only records the items, unless --state has earlier ones. Each poll tells on standard error what it found and all polls cost.
  --every SECONDS      time between polls, default 60
  --times N            stop after this many polls
  --state FILE         remember the items seen, so that a restart does not print them again
keys (LOUPE_MANAGEMENT_TOKEN, which starts with loupe_manage_)
  --daily-cap USD, --monthly-cap USD, --expires TIME, --allowed-ips A,B, --mode test    for create
  --overlap SECONDS    for rotate: how long the old key keeps working, default 0
  --idempotency-key K  for create and rotate: for ten minutes, the same K gets the same answer, with the same key
audit (LOUPE_MANAGEMENT_TOKEN)
  --follow             go on, asking every --every SECONDS, default 5
  --out FILE           append to FILE; continue after its last complete line
  --cursor ID          only entries after this one
mcp (Model Context Protocol, over standard input and output)
  --budget USD         what the agent may spend until this command is restarted, default MCP_SESSION_BUDGET_USD or 0.25

LOUPE_API_KEY is the API key. LOUPE_URL (or --base-url) is the address, default http://localhost:3000.
Exit codes: 0 success, 2 usage, 3 key, 4 balance or budget, 5 private or not found, 6 rate, service or network, 130 Ctrl-C.
`;
