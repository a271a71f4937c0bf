import { Owners, Support } from '../shared/access/access';
import { DashboardController } from '../shared/access/dashboard-controller';
import { AccountViews } from './account-views';
import { ViewServices } from './view-services';

@DashboardController('', 'Account')
@Owners()
export class OwnAccountController extends AccountViews {
  constructor(views: ViewServices) {
    super(views);
  }
}

@DashboardController('support/accounts/:account_id', 'Support')
@Support()
export class SupportedAccountController extends AccountViews {
  constructor(views: ViewServices) {
    super(views);
  }
}
