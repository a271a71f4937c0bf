export const help = `loupe-cli: the data API of Loupe from a shell

  loupe-cli DOMAIN OPERATION [VALUE] [-p NAME=VALUE]...   any operation: loupe-cli users followers 1001 --limit 500
  loupe-cli pull DOMAIN OPERATION [VALUE] --out FILE      long work: resumable, each page paid once
  loupe-cli price [DOMAIN OPERATION]                      what it costs, before it runs
  loupe-cli watch DOMAIN OPERATION [VALUE]                looks again and again, prints only what is new
  loupe-cli balance                                       what is left
  loupe-cli mcp                                           tools for an agent, which starts this command itself

What is printed
  (nothing)            the JSON of the first page, as it came
  --all, --limit N     every item of a list, or N of them, one a line
  --ndjson, --csv      one JSON a line; or a table of --fields, else of the first item's plain members
  --fields A,B.C       only these members
Money
  --max-cost USD       stops before more than this is spent
  --max-age SECONDS    an answer so old will do, and costs less or nothing
pull
  --input FILE         one value a line, instead of the last VALUE
  --limit N            items of each list
  --concurrency N      calls at once, 4 unless set; the rate of the key is kept
  --progress           a progress line also where standard error is no terminal
  The same command goes on where it was stopped, by FILE.state.json.
price
  --times N, --input FILE   for so many calls, or lines
watch
  --every SECONDS      60 unless set
  --times N            ends after so many looks
  --state FILE         remembers what is known, so a restart does not print it again
mcp (Model Context Protocol, over standard input and output)
  --budget USD         what the agent may spend before it is started again, 0.25 unless set

LOUPE_API_KEY is the key, LOUPE_URL (or --base-url) the address; http://localhost:3000 unless set.
Ends with 0; 2 wrong usage, 3 the key, 4 balance or budget, 5 private or not found, 6 rate, service or network, 130 Ctrl-C.
`;
