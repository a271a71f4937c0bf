import { CustomerOwnerView } from '../customers/customers.dto';
import { listOf } from '../shared/fields/page';
import { TimeField } from '../shared/fields/text-fields';

/** Somebody of support. */
export class StaffView extends CustomerOwnerView {
  @TimeField({ nullable: true, description: 'null: can sign in' })
  disabled_at: string | null;
}

/** Longest-standing first. */
export class StaffList extends listOf(StaffView) {}
