import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const source = join(__dirname, '../../src');

/** Places where SQL is allowed besides `.sql` files. */
const allowed = /\.repository\.ts$|^platform\/database\/|\.spec\.ts$/;

const statement =
  /^\s*(SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH|CREATE|ALTER|DROP|TRUNCATE|LOCK TABLE|SET|LISTEN|COMMENT ON)\s+[\w$*"'(]/;

function holdsSql(path: string): boolean {
  const file = ts.createSourceFile(path, readFileSync(join(source, path), 'utf8'), ts.ScriptTarget.Latest);
  const visit = (node: ts.Node): boolean =>
    (ts.isStringLiteralLike(node) && statement.test(node.text)) ||
    (ts.isTemplateExpression(node) && statement.test(node.head.text)) ||
    (ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === 'query' &&
      node.arguments.length > 0) ||
    (ts.forEachChild(node, visit) ?? false);
  return visit(file);
}

describe('SQL', () => {
  it('occurs only in repositories, platform/database, specs and .sql files', () => {
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'));
    expect(files.filter((path) => !allowed.test(path) && holdsSql(path))).toEqual([]);
  });
});
