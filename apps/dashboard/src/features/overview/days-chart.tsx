import { Box, Group, Stack, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Grouping } from '../../account/account-queries';
import { requestsLink, useAccountScope } from '../../account/account-scope';
import { OperationName } from '../../account/operations';
import type { View } from '../../api/client';
import { useTableSearch } from '../../components/chart-menu';
import { FiguresTable } from '../../components/figures-table';
import { formatShare } from '../../format/counts';
import { formatDay, isToday, zoneName } from '../../format/time';
import { microsOf, placesOfParts } from '../../format/usd';
import { coloursOf, formatValue, plotHeight, usdOf } from './series-style';
import { nameOf, type Slots } from './slots';
import { type Measure, type Series, sum } from './stacked-days';
import { Swatch } from './swatch';

const DaysPicture = lazy(() => import('./days-picture').then((module) => ({ default: module.DaysPicture })));

interface DaysChartProps {
  slots: Slots;
  series: readonly Series[];
  measure: Measure;
  by: Grouping;
  overview: View<'OverviewView'>;
  openedAt: string | undefined;
}

/** The picture is hidden from screen readers: the legend has the totals, and the table view the figure of each day. */
export function DaysChart({ slots, series, measure, by, overview, openedAt }: DaysChartProps) {
  const asTable = useTableSearch();
  const colours = coloursOf(series.map(({ id }) => id));
  if (series.length === 0) return <p className="soft">Nothing was charged or requested in this period.</p>;
  const drawn = { slots, series, colours, measure };
  return (
    <Stack component="figure">
      {asTable ? (
        <DaysTable {...drawn} by={by} />
      ) : (
        <Suspense fallback={<Box h={plotHeight} />}>
          <DaysPicture {...drawn} least={measure === 'spend' ? unitPriceMicros(overview) : 1} />
        </Suspense>
      )}
      <figcaption>
        <Box component="p" className="aside" ta="right" mb="xs">
          {captionOf(slots, overview, openedAt)}
        </Box>
        <SeriesLegend
          series={series}
          colours={colours}
          measure={measure}
          by={by}
          period={{ from: overview.from, to: overview.to }}
        />
      </figcaption>
    </Stack>
  );
}

/** What the axis shows: the zone of its hours or days, the account's first day, and what hatching means. */
function captionOf({ interval }: Slots, { from, to }: View<'OverviewView'>, openedAt = ''): string {
  return [
    interval === 'hour' ? `Hours in ${zoneName()}` : 'Days in UTC',
    ...(openedAt.slice(0, 10) > from ? [`the account began on ${formatDay(openedAt)}`] : []),
    ...(isToday(to) ? [`hatched: ${interval === 'hour' ? 'this hour' : 'today'} so far`] : []),
  ].join(' · ');
}

function unitPriceMicros({ totals }: View<'OverviewView'>): number {
  return totals.charged_requests === 0 ? 1 : Number(microsOf(totals.spend_usd)) / totals.charged_requests;
}

interface SeriesLegendProps extends Pick<DaysChartProps, 'series' | 'measure' | 'by'> {
  colours: ReadonlyMap<string, string>;
  period: { from: string; to: string };
}

function SeriesLegend({ series, colours, measure, by, period }: SeriesLegendProps) {
  const requests = requestsLink(useAccountScope());
  const whole = sum(series.map(({ total }) => total));
  const places = placesOfParts(usdOf(whole));
  return (
    <Table highlightOnHover verticalSpacing="0.25rem" horizontalSpacing="xs" fz="var(--text-sm)" ta="right">
      <caption className="visually-hidden">Totals for the period</caption>
      <Table.Thead className="visually-hidden">
        <Table.Tr>
          {['Name', measure === 'spend' ? 'Spent' : 'Requests', 'Share'].map((heading) => (
            <Table.Th key={heading} scope="col">
              {heading}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {series.map(({ id, label, total }) => (
          <Table.Tr key={id}>
            <Table.Th scope="row" fw={400}>
              <Group gap="xs" wrap="nowrap">
                <Swatch colour={colours.get(id)} />
                {id === 'rest' ? (
                  label
                ) : (
                  <Link
                    {...requests}
                    search={{ ...period, ...(by === 'operation' ? { operation: id } : { keyId: id }) }}
                    className="quiet breakable"
                    preload={false}
                  >
                    {by === 'operation' ? <OperationName id={id} /> : label}
                  </Link>
                )}
              </Group>
            </Table.Th>
            <Table.Td className="figure">{formatValue(total, measure, places)}</Table.Td>
            <Box component="td" c="var(--ink-soft)" w="3.75rem">
              {formatShare(total, whole)}
            </Box>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

type DaysTableProps = Pick<DaysChartProps, 'slots' | 'series' | 'measure' | 'by'> & {};

function DaysTable({ slots: { interval, starts }, series, measure, by }: DaysTableProps) {
  const places = placesOfParts(usdOf(sum(series.map(({ total }) => total))));
  const format = (value: number | undefined) => formatValue(value ?? 0, measure, places);
  const what = measure === 'spend' ? 'Spend' : 'Requests';
  return (
    <FiguresTable
      caption={`${what} by ${interval} and ${by}`}
      columns={[
        { id: 'start', title: interval === 'hour' ? 'Hour' : 'Day' },
        ...series.map(({ id, label }) => ({ id: `series ${id}`, title: label })),
        { id: 'total', title: 'Total' },
      ]}
      rows={starts.map((start, place) => ({
        name: nameOf(start),
        figures: [
          ...series.map(({ values }) => format(values[place])),
          format(sum(series.map(({ values }) => values[place] ?? 0))),
        ],
      }))}
    />
  );
}
