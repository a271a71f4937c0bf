// No secret used in the attack appears in the log, the database, process arguments or metrics.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../../../../scripts/lib/freshness.mjs';
import { brief } from '../area.mjs';

export async function secrets(area, world) {
  await failedStatement(area, world);
  const kinds = [...new Set(world.secrets.values())];
  area.verify('there are secrets to look for', kinds.length < 4 && kinds.join());
  const { CURSOR_SECRET, SECRETS_KEY, UPSTREAM_SESSIONS_FILE } = world.variables;
  const [{ cookie }] = JSON.parse(readFileSync(UPSTREAM_SESSIONS_FILE, 'utf8'));
  for (const text of [CURSOR_SECRET, SECRETS_KEY, cookie.split('=')[1]]) world.remember('secret of the operator', text);
  const log = readFileSync(world.server.log, 'utf8');
  area.verify(
    'the log is from this run',
    !log.includes('x-request-id') && !log.includes('request_id') && 'it names no request',
  );
  const places = {
    'the log': log,
    'the database': await dump(world),
    'arguments of processes': processes(),
    'the metrics': await metrics(world),
  };
  for (const [place, text] of Object.entries(places))
    for (const [secret, kind] of area.pick([...world.secrets], 8, 100)) {
      const found = spellings(secret, place).find((spelling) => text.includes(spelling));
      area.check(
        `a ${kind} in ${place}`,
        found && `found: ${text.slice(text.indexOf(found) - 80, text.indexOf(found) + 8)}`,
      );
    }
  for (const pattern of [/\$argon2/, /whsec_/, /loupe_[0-9A-Za-z]{33}/, /sessionid=/, /parameters":\[/])
    area.check(
      `${pattern} in the log`,
      pattern.test(log) && `found: ${brief({ status: '', text: log.slice(log.search(pattern) - 60) })}`,
    );
  await startUp(area, world);
}

/** The database may hold a secret in another encoding; elsewhere only the plain text can appear. */
function spellings(secret, place) {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  return place === 'the database' ? [secret, hex, bytes.toString('base64').replace(/=+$/, '')] : [secret];
}

/** Makes statements with secret values fail: the log may name the failure, but not the values. */
async function failedStatement(area, world) {
  const owner = await world.createOwner('0');
  await world.dataSource.query(
    `CREATE FUNCTION fail_for_attack() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'made to fail'; END $$`,
  );
  for (const table of ['users', 'sessions'])
    await world.dataSource.query(
      `CREATE TRIGGER attack BEFORE INSERT OR UPDATE ON ${table} EXECUTE FUNCTION fail_for_attack()`,
    );
  const change = await owner.send('PUT', '/password', {
    current_password: owner.password,
    new_password: world.newPassword(),
  });
  const signIn = await world.browser().signIn(owner.email, owner.password);
  for (const table of ['users', 'sessions']) await world.dataSource.query(`DROP TRIGGER attack ON ${table}`);
  await world.dataSource.query('DROP FUNCTION fail_for_attack');
  for (const answer of [change, signIn]) {
    area.verify('the statement fails', answer.status < 500 && brief(answer));
    area.check(
      'the response to a failed statement',
      /made to fail|UPDATE|INSERT|argon2/.test(answer.text) && brief(answer),
    );
  }
}

async function dump({ dataSource }) {
  const tables = await dataSource.query(
    `SELECT oid::regclass AS name FROM pg_class
     WHERE relnamespace IN ('public'::regnamespace, 'ledger'::regnamespace) AND relkind IN ('r', 'p') AND NOT relispartition`,
  );
  const rows = await Promise.all(tables.map(({ name }) => dataSource.query(`SELECT t::text AS row FROM ${name} t`)));
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n');
}

function processes() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      } catch {
        return '';
      }
    })
    .join('\n');
}

const metrics = async ({ server }) => (await fetch(`http://127.0.0.1:${server.managementPort}/metrics`)).text();

async function startUp(area, world) {
  const secret = 'a secret that is long enough for all';
  const whole = {
    CURSOR_SECRET: secret,
    SECRETS_KEY: secret.toUpperCase(),
    PUBLIC_URL: 'https://loupe.example',
    UPSTREAM_BASE_URL: 'http://127.0.0.1:9',
    DATABASE_URL: 'postgres://127.0.0.1:9/none',
  };
  const cases = [
    ['PUBLIC_URL', undefined],
    ['CURSOR_SECRET', undefined],
    ['CURSOR_SECRET', 'short'],
    ['SECRETS_KEY', 'short'],
    ['PUBLIC_URL', 'loupe.example'],
  ];
  for (const [name, value] of area.pick(cases, 1)) {
    const env = {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      MANAGEMENT_PORT: '0',
      PORT: '0',
      DATA_DIR: world.folder.path,
      ...whole,
      [name]: value,
    };
    if (value === undefined) delete env[name];
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'apps/api/dist/main.js')], {
      env,
      encoding: 'utf8',
      timeout: 60_000,
    });
    const output = stdout + stderr;
    area.check(
      `production with ${name}=${value}`,
      !(status === 1 && output.includes(name)) && `exit code ${status}: ${output.slice(0, 200)}`,
    );
  }
}
