/** In the address of a page with a chart: the chart is shown as a table. */
export interface TableSearch {
  table?: true;
}

export const tableSearch = ({ table }: Record<string, unknown>): TableSearch => (table === true ? { table } : {});
