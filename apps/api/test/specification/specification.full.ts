/**
 * Every statement of the service's specification that can be tried, one test each, named by the sentence. Written from the
 * sentences alone: nothing here knows the product's declarations, and the started product is spoken to over HTTP only.
 */
import { product, startProduct } from './product';
import './section-1-purpose';
import './section-2-users';
import './section-2-media';
import './section-2-grid';
import './section-2-lists';
import { describeTheWholeRun } from './section-3-5-keys';
import './section-4-1-users';
import './section-4-2-posts';
import './section-4-3-search';
import './section-4-4-topics';
import './section-4-5-utilities';
import './section-7-errors';
import './section-8-9-limits';

beforeAll(startProduct);
afterAll(() => product()?.stop());

describeTheWholeRun();
