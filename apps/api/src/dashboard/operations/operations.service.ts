import type { OperationList } from './operations.dto';

export abstract class OperationsService {
  abstract list(): OperationList;
}
