import { Group, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { JsonRow } from './json-rows';
import classes from './json-tree.module.css';
import { hopsAt } from './trail/hops';
import { TreeLine } from './tree-line';
import { useJsonTree } from './use-json-tree';
import type { MeasuredLine } from './windowed-lines';
import { WindowedLines } from './windowed-lines';

/** Of more lines only those that can be seen are in the document: thousands would hold up the page for seconds. */
const maxAtOnce = 500;

interface JsonTreeProps {
  value: unknown;
  /** A line was pressed that holds one value. */
  onPick: (line: HTMLElement) => void;
}

/** A body as a tree with the usual arrow keys, and a filter above it. The first two levels start expanded. */
export function JsonTree({ value, onPick }: JsonTreeProps) {
  const { rows, filter, setFilter, focused, setFocused, tree, setTree, act, onKeyDown } = useJsonTree(value, onPick);
  const lineFor = (row: JsonRow, measured?: MeasuredLine) => (
    <TreeLine
      key={row.path}
      {...measured}
      {...row}
      value={undefined}
      hop={row.expanded === undefined && hopsAt(value, row.path).length > 0}
      reachable={row.path === focused}
      onFocus={setFocused}
      onAct={() => act(row)}
    />
  );
  return (
    <>
      <TextInput
        mb="xs"
        size="xs"
        type="search"
        aria-label="Filter the response"
        placeholder="Filter: follow, 1001, private …"
        leftSection={<IconSearch size={15} />}
        value={filter}
        onChange={(event) => setFilter(event.currentTarget.value)}
      />
      {filter !== '' && rows.length === 1 && (
        <Group className="soft" role="status" mb="xs">
          Nothing in this response holds “{filter}”.
        </Group>
      )}
      <div ref={setTree} role="tree" aria-label="Response body" className={classes.tree} onKeyDown={onKeyDown}>
        {rows.length > maxAtOnce
          ? tree && (
              <WindowedLines
                tree={tree}
                paths={rows.map(({ path }) => path)}
                focused={focused}
                line={(place, measured) => lineFor(rows[place] as JsonRow, measured)}
              />
            )
          : rows.map((row) => lineFor(row))}
      </div>
    </>
  );
}
