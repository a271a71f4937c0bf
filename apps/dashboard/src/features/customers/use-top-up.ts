import { useState } from 'react';
import { client, dataOf } from '../../api/client';
import { ProblemError } from '../../api/problem-error';
import { randomUuid } from '../../api/random-uuid';
import { useChange } from '../../api/use-change';
import { keyOf, pathOf } from './customer-queries';

/** One intent, one idempotency key: sending the form twice, or again after a lost response, moves the money once. */
const newIntent = () => ({ idempotencyKey: randomUuid(), mustConfirm: false });

/** The server asks for a large amount to be confirmed, which the same intent then does. */
export function useTopUp(accountId: string) {
  const [{ idempotencyKey, mustConfirm }, setIntent] = useState(newIntent);
  const send = async (typed: { amount_usd: string; note: string; confirm_amount_usd: string }) => {
    const amountUsd = typed.amount_usd.trim();
    const confirmation = mustConfirm && { confirm_amount_usd: typed.confirm_amount_usd.trim() };
    const body = { amount_usd: amountUsd, note: typed.note.trim(), ...confirmation };
    const params = { ...pathOf(accountId), header: { 'Idempotency-Key': idempotencyKey } };
    try {
      const call = client.POST('/dashboard/api/support/accounts/{account_id}/top-ups', { params, body });
      return { ...(await dataOf(call)), amountUsd };
    } catch (error) {
      const asksToConfirm = error instanceof ProblemError && error.problem.reason === 'confirmation_required';
      if (!asksToConfirm || mustConfirm) throw error;
      setIntent({ idempotencyKey, mustConfirm: true });
      return undefined;
    }
  };
  return { mustConfirm, topUp: useChange(keyOf(accountId), send), reset: () => setIntent(newIntent()) };
}
