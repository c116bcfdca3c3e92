import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Behaviour, capacityOf, Costs } from './capacity/model.ts';
import { capacityText } from './capacity/text.ts';

/** `npm run capacity -- --viewers 10000 --learners 100000`: what a school of this size needs. */
const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const names = Object.keys(Behaviour.shape);

/** Throws an error whose message is one line. */
const readOptions = (): Behaviour => {
  const options = Object.fromEntries(names.map((name) => [dashed(name), { type: 'string' as const }]));
  const { values } = parseArgs({ options });
  const parsed = Behaviour.safeParse(Object.fromEntries(names.map((name) => [name, values[dashed(name)]])));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new Error(`--${dashed(String(issue?.path[0]))} ${issue?.message}`);
};

try {
  const behaviour = readOptions();
  const costs = Costs.parse(JSON.parse(readFileSync(new URL('costs.json', import.meta.url), 'utf8')));
  console.log(capacityText(capacityOf(costs, behaviour), costs, behaviour));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  console.error(`Options: ${names.map((name) => `--${dashed(name)}`).join(' ')}`);
  process.exitCode = 1;
}
