import { SessionGate } from './session-gate';

describe('SessionGate', () => {
  it('opens one sign-in dialog for all waiting calls, and releases them together', async () => {
    const gate = new SessionGate();
    const changes = jest.fn();
    gate.subscribe(changes);
    const both = Promise.all([gate.ask('sign-in'), gate.ask('sign-in')]);
    expect(gate.current()).toBe('sign-in');
    gate.resolve(true);
    expect(await both).toEqual([true, true]);
    expect(gate.current()).toBeUndefined();
    expect(changes).toHaveBeenCalledTimes(2);
  });

  it('reports to a waiting call that the user closed the password dialog', async () => {
    const gate = new SessionGate();
    const answer = gate.ask('password');
    gate.resolve(false);
    expect(await answer).toBe(false);
  });

  it('opens the password dialog after the sign-in dialog was completed', () => {
    const gate = new SessionGate();
    void gate.ask('sign-in');
    gate.resolve(true);
    void gate.ask('password');
    expect(gate.current()).toBe('password');
  });
});
