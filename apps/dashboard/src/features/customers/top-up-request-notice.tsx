import type { View } from '../../api/views';
import { Notice } from '../../components/notice';
import { Moment } from '../../components/values';
import { describeUsd } from '../../format/usd';

/** What the owner has asked for, in their words. */
export function TopUpRequestNotice({ request }: { request: View<'TopUpRequestView'> }) {
  const { amount_usd, note, asked_at } = request;
  return (
    <Notice
      tone="gray"
      title={amount_usd === null ? 'The owner asks for a top-up' : `The owner asks for ${describeUsd(amount_usd)}`}
    >
      {note && <>“{note}” </>}
      <Moment at={asked_at} />
    </Notice>
  );
}
