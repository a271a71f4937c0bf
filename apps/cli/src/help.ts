export const help = `loupe-cli: the data API of Loupe from a shell

  loupe-cli DOMAIN OPERATION [VALUE] [-p NAME=VALUE]...   any operation: loupe-cli users followers 1001 --limit 500
  loupe-cli pull DOMAIN OPERATION [VALUE] --out FILE      long downloads: resumable, each page paid for once
  loupe-cli price [DOMAIN OPERATION]                      what it costs, before it runs
  loupe-cli watch DOMAIN OPERATION [VALUE]                polls a list and prints only new items
  loupe-cli balance                                       what is left
  loupe-cli mcp                                           tools for an agent, which starts this command itself

What is printed
  (nothing)            the JSON of the first page, as it came
  --all, --limit N     every item of a list, or N of them, one per line
  --ndjson, --csv      one JSON object per line; or a table of --fields, otherwise of the first item's plain members
  --fields A,B.C       only these members
Money
  --max-cost USD       stops before more than this is spent
  --max-age SECONDS    accept an earlier answer up to this old; it costs less or nothing
pull
  --input FILE         one value per line, instead of the last VALUE
  --limit N            items of each list
  --concurrency N      calls at once, default 4; the rate of the key is respected
  --progress           a progress line even where standard error is not a terminal
  The same command resumes where it stopped, from FILE.state.json.
price
  --times N, --input FILE   price this many calls, or one per line of FILE
watch
  --every SECONDS      time between polls, default 60
  --times N            stops after this many polls
  --state FILE         remembers the items seen, so a restart does not print them again
mcp (Model Context Protocol, over standard input and output)
  --budget USD         what the agent may spend before it is restarted, default 0.25

LOUPE_API_KEY is the key, LOUPE_URL (or --base-url) the address, default http://localhost:3000.
Exit codes: 0 success, 2 usage, 3 key, 4 balance or budget, 5 private or not found, 6 rate, service or network, 130 Ctrl-C.
`;
