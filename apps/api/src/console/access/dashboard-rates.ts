import { Injectable } from '@nestjs/common';
import { ProcessRate } from '../../core/rate-limit/process-rate';

const what = 'requests per second to the dashboard';

/**
 * Bounds how often sessions, whose cookies may be valid or not, and the members of an account may call the dashboard's API. A page
 * sends about ten requests at once.
 */
@Injectable()
export class DashboardRates {
  readonly session = new ProcessRate(20, ['This session', what]);
  readonly account = new ProcessRate(40, ['This account', what]);
}
