import type { SignedIn } from '../access/signed-in';
import type { IssuedPasswordLinkView } from '../security/password.dto';
import type {
  CreateCustomerBody,
  CustomerDetailView,
  CustomerPage,
  CustomerQuery,
  NewCustomerView,
  PasswordLinkOptions,
} from './customers.dto';

export abstract class CustomersService {
  abstract search(query: CustomerQuery): Promise<CustomerPage>;
  abstract create(user: SignedIn, body: CreateCustomerBody): Promise<NewCustomerView>;
  abstract read(accountId: number): Promise<CustomerDetailView>;
  abstract issuePasswordLink(
    user: SignedIn,
    userId: number,
    options: PasswordLinkOptions,
  ): Promise<IssuedPasswordLinkView>;
}
