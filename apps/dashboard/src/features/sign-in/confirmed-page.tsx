import { useEffect } from 'react';
import { Entrance } from './entrance';
import { tellConfirmed } from './provider-button';

/** Where the tab of a confirmation ends. */
export function ConfirmedPage() {
  useEffect(() => {
    tellConfirmed();
    window.close();
  }, []);
  return (
    <Entrance title="That’s you">
      <p>You can close this tab and go on in the other one.</p>
    </Entrance>
  );
}
