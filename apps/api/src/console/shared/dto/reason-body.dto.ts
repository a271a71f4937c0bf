import { TextField } from '../fields/fields';

/** Why support does something to an account, an entry or a user. */
export class ReasonBody {
  @TextField({ max: 500, optional: true, description: 'For the audit log' })
  note?: string;
}
