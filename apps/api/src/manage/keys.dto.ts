import { KeySettings } from '../console/fields/key-fields';
import { pageOf } from '../console/fields/page';
import { ResponseText } from '../console/fields/response-fields';

export class ManagedKey extends KeySettings {}

export class NewManagedKey extends ManagedKey {
  @ResponseText({ description: 'The key itself. Only in the answers to this request, for ten minutes' }) key: string;
}

export class ManagedKeyPage extends pageOf(ManagedKey) {}
