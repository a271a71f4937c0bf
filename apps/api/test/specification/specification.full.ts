/**
 * What the data API promises to callers. Each test checks a sentence of the specification, and most titles quote the
 * sentence. The tests import nothing of the product, and use the started product only over HTTP.
 */
import { product, startProduct } from './product';
import './purpose';
import './user-fields';
import './media-fields';
import './grid-fields';
import './list-fields';
import { describeTheWholeRun } from './keys';
import './user-endpoints';
import './post-endpoints';
import './search-endpoints';
import './topic-endpoints';
import './utility-endpoints';
import './errors';
import './limits-and-versions';

beforeAll(startProduct);
afterAll(() => product()?.stop());

describeTheWholeRun();
