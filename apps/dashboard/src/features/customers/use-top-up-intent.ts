import { useState } from 'react';
import { ProblemError } from '../../api/problem-error';
import { randomUuid } from '../../api/random-uuid';
import { useTopUp } from './customer-queries';

/** One intent, one idempotency key: sending the form twice, or again after a lost response, moves the money once. */
const newIntent = () => ({ idempotencyKey: randomUuid(), mustConfirm: false });

/** Sends a top-up; the server asks for a large amount to be confirmed, which the same intent then does. */
export function useTopUpIntent(accountId: string) {
  const [{ idempotencyKey, mustConfirm }, setIntent] = useState(newIntent);
  const topUp = useTopUp(accountId, idempotencyKey);
  const send = async (values: { amount_usd: string; note: string; confirm_amount_usd: string }) => {
    const amountUsd = values.amount_usd.trim();
    const confirmation = mustConfirm && { confirm_amount_usd: values.confirm_amount_usd.trim() };
    try {
      const body = { amount_usd: amountUsd, note: values.note.trim(), ...confirmation };
      return { ...(await topUp.mutateAsync(body)), amountUsd };
    } catch (error) {
      const asksToConfirm = error instanceof ProblemError && error.problem.reason === 'confirmation_required';
      if (!asksToConfirm || mustConfirm) throw error;
      setIntent({ idempotencyKey, mustConfirm: true });
      return undefined;
    }
  };
  return { mustConfirm, send, reset: () => setIntent(newIntent()) };
}
