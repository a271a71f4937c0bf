import { formatUsd, line, wholeNumber } from '@loupe/dto';
import { customerSearchOf } from '../../../console/customers/customer-search.service';
import { CustomersRepository } from '../../../console/customers/customers.repository';
import { Accounts, type StatusChange } from '../../../core/accounts/accounts';
import { type Account, AccountsRepository } from '../../../core/accounts/accounts.repository';
import { AccountStatusRepository } from '../../../core/billing/account-status.repository';
import { LedgerRepository } from '../../../core/billing/ledger.repository';
import { UsersRepository } from '../../../core/identity/users.repository';
import { type CommandContext, command, facts, operator, optional, page, required } from '../command';
import { id } from '../option-readers';

const maxPage = 200;

export const listAccounts = command({
  name: 'list-accounts',
  purpose: 'Lists accounts, newest first',
  options: {
    query: optional(line(200), 'TEXT', "part of a name or of a user's address, an account's id, or the start of a key"),
    limit: optional(wholeNumber(1, maxPage), 'COUNT', `how many to list, at most ${maxPage}; defaults to 50`),
    before: optional(id, 'ID', 'only accounts before this one, to read the next page'),
  },
  async run({ query, limit = 50, before }, { dataSource }) {
    const customers = new CustomersRepository();
    const found =
      query === undefined
        ? await customers.list(dataSource, {}, before, limit + 1)
        : await customers.search(dataSource, customerSearchOf(query), before, limit + 1);
    const items = found.slice(0, limit);
    const next = found.length > limit ? `${items.at(-1)!.id}` : null;
    return page(
      items.map(({ owner, ...account }) => ({ ...shown(account), owner_email: owner?.email ?? null })),
      next,
    );
  },
});

export const showAccount = command({
  name: 'show-account',
  purpose: 'Shows an account with its balance and its users',
  options: { account: required(id, 'ID', 'the account') },
  async run({ account: accountId }, { dataSource }) {
    const account = await new AccountsRepository().read(dataSource, accountId);
    const members = await new UsersRepository().listMembers(dataSource, accountId);
    return facts({
      ...shown(account),
      low_balance_threshold_usd: account.thresholdMicros === null ? null : formatUsd(account.thresholdMicros),
      top_up_requested_at: account.topUpAskedAt?.toISOString() ?? null,
      users: members.map((user) => ({
        user_id: `${user.id}`,
        email: user.email,
        role: user.role,
        last_seen_at: user.lastSeenAt?.toISOString() ?? null,
      })),
    });
  },
});

const statusOptions = {
  account: required(id, 'ID', 'the account'),
  note: optional(line(500), 'TEXT', 'the reason, for the audit log'),
};

export const suspend = command({
  name: 'suspend',
  purpose: 'Suspends an account: its keys get 403, and nothing is charged',
  options: statusOptions,
  run: ({ account, note }, context) =>
    changeStatus(context, account, (accounts) => accounts.suspend(change(account, note))),
});

export const resume = command({
  name: 'resume',
  purpose: 'Ends the suspension of an account',
  options: statusOptions,
  run: ({ account, note }, context) =>
    changeStatus(context, account, (accounts) => accounts.resume(change(account, note))),
});

const change = (accountId: number, note: string | undefined): StatusChange => ({ accountId, note, actor: operator });

async function changeStatus(
  { dataSource }: CommandContext,
  accountId: number,
  work: (accounts: Accounts) => Promise<void>,
) {
  const repository = new AccountsRepository();
  await work(new Accounts(dataSource, repository, new LedgerRepository(), new AccountStatusRepository()));
  return facts(shown(await repository.read(dataSource, accountId)));
}

function shown({ id, name, status, balanceMicros, createdAt }: Account) {
  return {
    account_id: `${id}`,
    name,
    status,
    balance_usd: formatUsd(balanceMicros),
    created_at: createdAt.toISOString(),
  };
}
