/**
 * What the data API promises to callers. Each test checks a sentence of the specification, and most titles quote the
 * sentence. The tests import nothing of the product, and use the started product only over HTTP.
 */
import './user-fields';
import './media-fields';
import './grid-fields';
import './list-fields';
import './endpoints';
import { startProduct } from './product';
import { describeTheWholeRun } from './purpose';

let stop: (() => Promise<void>) | undefined;
beforeAll(async () => {
  stop = await startProduct();
});
afterAll(() => stop?.());

describeTheWholeRun();
