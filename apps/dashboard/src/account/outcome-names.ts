import type { Outcome } from '@loupe/dto';
import type { AccountScope } from '../api/client';

/** Support reads about the errors of a customer. */
export const outcomeNames = ({ kind }: AccountScope): Record<Outcome, string> => ({
  answered: 'Answered',
  caller_error: kind === 'own' ? 'Your errors' : 'Customer’s errors',
  our_error: 'Our errors',
});
