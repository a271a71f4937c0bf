import { rowReader } from './row-reader';

interface Balance {
  id: number;
  accountName: string;
  balanceMicros: bigint;
  capMicros: bigint | null;
  rotatedFromId: number | null;
}

test('a row reader maps columns to fields: amounts to bigint, the named fields to numbers, null to null', () => {
  const read = rowReader<Balance>('id', 'rotatedFromId');
  const row = {
    id: '7',
    account_name: '12',
    balance_micros: '9007199254740993',
    cap_micros: null,
    rotated_from_id: null,
  };
  expect(read(row)).toEqual({
    id: 7,
    accountName: '12',
    balanceMicros: 9007199254740993n,
    capMicros: null,
    rotatedFromId: null,
  });
});
