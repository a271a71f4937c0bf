import { databaseName } from './operator-database';

describe('the displayed name of a database', () => {
  it.each([
    ['postgres://loupe:hunter2@db.example.com/loupe', 'loupe at db.example.com:5432'],
    ['postgres://loupe:hunter2@[::1]:5433/loupe', 'loupe at [::1]:5433'],
    ['postgres:///loupe?host=/var/run/postgresql', 'loupe at /var/run/postgresql:5432'],
    ['postgres://loupe:hunter2@%2Fvar%2Frun%2Fpostgresql/loupe', 'loupe at /var/run/postgresql:5432'],
    ['postgresql://h/a?user=loupe&password=hunter2&port=5433&sslmode=verify-full', 'a at h:5433'],
    ['postgres://loupe@h', 'loupe at h:5432'],
  ])('omits the password of %s', (url, name) => {
    expect(databaseName(url)).toBe(name);
  });
});
