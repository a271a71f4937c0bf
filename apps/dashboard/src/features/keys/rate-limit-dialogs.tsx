import { Textarea, TextInput } from '@mantine/core';
import type { DialogControl } from '../../components/dialog';
import { FormDialog } from '../../components/form/form-dialog';
import type { Key } from './key-lines';
import { setRateLimit, useRequestRateIncrease, useSetRateLimit } from './key-mutations';

export function RateRequestDialog({ apiKey, ...dialog }: DialogControl & { apiKey: Key }) {
  const requestIncrease = useRequestRateIncrease(apiKey.id);
  return (
    <FormDialog
      {...dialog}
      title={`Request a higher rate limit for ${apiKey.name}`}
      label="Send to support"
      initialValues={{ requests_per_second: String(apiKey.rate_limit_per_second * 2), reason: '' }}
      mutation={requestIncrease}
      body={({ requests_per_second, reason }) => ({
        requests_per_second: Number(requests_per_second),
        reason: reason.trim(),
      })}
      done="Support has your request."
    >
      {(form) => (
        <>
          <TextInput
            label="Requests per second"
            description={`The limit is ${apiKey.rate_limit_per_second} now. A key shares it with the keys it was rotated from or into.`}
            inputMode="numeric"
            data-autofocus
            {...form.getInputProps('requests_per_second')}
          />
          <Textarea
            label="What do you need it for?"
            placeholder="A nightly import of 40,000 profiles"
            rows={3}
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Support only. */
export function RateLimitDialog({ apiKey, ...dialog }: DialogControl & { apiKey: Key }) {
  const change = useSetRateLimit(apiKey.id);
  return (
    <FormDialog
      {...dialog}
      title={`Rate limit of ${apiKey.name}`}
      label="Save"
      initialValues={{ rate_limit_per_second: String(apiKey.rate_limit_per_second) }}
      mutation={change}
      body={({ rate_limit_per_second }) => Number(rate_limit_per_second)}
      done={({ rate_limit_per_second }) => ({
        text: `${apiKey.name} may make ${rate_limit_per_second} requests per second.`,
        undo: () => setRateLimit(apiKey.id, apiKey.rate_limit_per_second),
      })}
    >
      {(form) => (
        <TextInput
          label="Requests per second"
          inputMode="numeric"
          data-autofocus
          {...form.getInputProps('rate_limit_per_second')}
        />
      )}
    </FormDialog>
  );
}
