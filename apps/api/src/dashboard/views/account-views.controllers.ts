import { Owners, Support } from '../access/access';
import { DashboardController } from '../access/dashboard-controller';
import { AccountViews } from './account-views';
import { AccountViewsService } from './account-views.service';

@DashboardController('', 'Account')
@Owners()
export class OwnAccountController extends AccountViews {
  constructor(views: AccountViewsService) {
    super(views);
  }
}

@DashboardController('support/accounts/:account_id', 'Support')
@Support()
export class SupportedAccountController extends AccountViews {
  constructor(views: AccountViewsService) {
    super(views);
  }
}
