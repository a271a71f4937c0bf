import type { ParameterFault } from '@loupe/dto';
import { Problem } from '../../http/problem';

/** All faults of a request as one problem. */
export function faultsProblem(faults: ParameterFault[]): Problem {
  const [first] = faults;
  const detail =
    faults.length === 1 && first ? `${first.parameter} ${first.message}.` : `${faults.length} members are not valid.`;
  return new Problem('unprocessable_entity', detail, { members: { errors: faults } });
}
