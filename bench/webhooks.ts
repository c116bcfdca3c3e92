import { createHmac } from 'node:crypto';
import { insertBuyers } from './fill.ts';
import { load, withCpu } from './load.ts';
import { type Figure, figure, median, percentile, round } from './measure.ts';
import type { Subject } from './processes.ts';
import { startSchool } from './school.ts';
import { createVisitors } from './visitor.ts';

const PER_SECOND = 100;
const SECONDS = 10;
const STEADY = PER_SECOND * SECONDS;
/** As many requests at once as connections, for the highest rate. */
const CONNECTIONS = 32;
const MAX_RATE_BUYERS = 4000;
const SECRET = 'the secret of the bench';

const chargedEvent = (buyer: string): string => {
  const at = Math.floor(Date.now() / 1000);
  const payment = {
    id: `pay_${buyer}`,
    amount: 49_900,
    currency: 'INR',
    status: 'captured',
    created_at: at,
  };
  const subscription = { id: `sub_${buyer}`, status: 'completed', total_count: 1, paid_count: 1, notes: [] };
  const payload = { subscription: { entity: subscription }, payment: { entity: payment } };
  return JSON.stringify({ event: 'subscription.charged', payload, created_at: at });
};

/** Webhooks that each report a new purchase: at a steady pace, and then as fast as responses arrive. */
export const webhookFigures = async (subject: Subject): Promise<Figure[]> => {
  const settings = { RAZORPAY_WEBHOOK_SECRET: SECRET, RATE_LIMIT: 'off', LOG_LEVEL: 'error' };
  await using school = await startSchool(subject, settings);
  const { server } = school;
  const buyers = { prefix: 'buyer_', count: STEADY + MAX_RATE_BUYERS, mode: 'test' as const, at: `${Date.now()}` };
  await school.fill((database) => database.transaction((tx) => insertBuyers(tx, buyers)));
  using visitors = createVisitors(server.origin, CONNECTIONS);
  let sent = 0;
  let errors = 0;
  const send = async (turn: number): Promise<void> => {
    const body = chargedEvent(`buyer_${(sent += 1)}`);
    const headers = { 'x-razorpay-signature': createHmac('sha256', SECRET).update(body).digest('hex') };
    const outgoing = { method: 'POST', headers, body };
    const reply = await visitors
      .at(turn)
      .send('/api/v1/payments/webhook', outgoing)
      .catch(() => undefined);
    if (reply?.status !== 200) errors += 1;
  };
  const measure = async (question: string, atLeast: number, how: Parameters<typeof load>[0]): Promise<Figure> => {
    const errorsBefore = errors;
    const { result: times, seconds, cpuShare } = await withCpu(server, () => load(how, send));
    const detail = [
      `${times.length} purchases, ${errors - errorsBefore} errors`,
      `p50 ${round(median(times), 1)} ms, p99 ${round(percentile(times, 0.99), 1)} ms`,
      `server CPU ${round(cpuShare)} of a core`,
    ].join('; ');
    const perSecond = errors > errorsBefore ? 0 : round(times.length / seconds, 0);
    return figure(`${question}, ${subject.engine}`, { atLeast }, perSecond, '/s', detail);
  };
  // The last responses arrive a moment after they were sent.
  const steady = await measure(`webhooks at ${PER_SECOND}/s, each a new purchase`, PER_SECOND * 0.98, {
    connections: STEADY,
    turns: STEADY,
    perSecond: PER_SECOND,
  });
  const most = { connections: CONNECTIONS, seconds: SECONDS, turns: MAX_RATE_BUYERS };
  const atOnce = await measure('the most webhooks', PER_SECOND, most);
  const payments = await school.fill(({ db }) => db.selectFrom('payments').select('id').execute());
  // One that timed out here may be recorded.
  if (payments.length < sent - errors)
    throw new Error(`${sent - errors} were accepted, and only ${payments.length} are recorded`);
  return [steady, atOnce];
};
