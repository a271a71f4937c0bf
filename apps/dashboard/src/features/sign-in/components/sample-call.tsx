import classes from './sample-call.module.css';

/** One call and its answer, as a picture of what the product does. */
export function SampleCall() {
  return (
    <figure className={classes.sample}>
      <pre className={classes.call}>
        <span className={classes.prompt}>$ </span>curl -i {window.location.origin}/users/username/marta.trails{' \\\n'}
        {'    '}-H "x-api-key: <b>loupe_4hTz9QxB…</b>"
      </pre>
      <pre className={classes.answer}>
        <span className={classes.good}>HTTP/1.1 200 OK</span>
        {'\n'}x-cost-usd: <b>0.001200</b>
        {'\n'}x-balance-usd: <b>9.998800</b>
        {'\n\n{\n  '}"pk": "5501230456",{'\n  '}"username": "marta.trails",{'\n  '}"follower_count": 48213,{'\n  '}
        "is_private": false, …{'\n}'}
      </pre>
      <figcaption className={classes.caption}>
        Every answer says what it cost. Nothing is charged for a mistake, a limit or a failure of ours.
      </figcaption>
    </figure>
  );
}
