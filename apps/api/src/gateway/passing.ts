/**
 * What comes and goes with every request, by name. A Map will not do: one that is filled and emptied all the time is copied again and
 * again, and V8 links each old copy to the next one. Once one has become old, all of them are kept with what was in them until the next
 * full collection: collecting young garbage took four times as long, with pauses of 20 ms.
 */
export class Passing<Value> {
  private readonly values: Record<string, Value> = Object.create(null);

  get(name: string): Value | undefined {
    return this.values[name];
  }

  set(name: string, value: Value): void {
    this.values[name] = value;
  }

  delete(name: string): void {
    delete this.values[name];
  }
}
