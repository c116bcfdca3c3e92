import type { Behaviour, Capacity, Costs } from './model.ts';

const number = (value: number, digits = 0): string =>
  value.toLocaleString('en-GB', { minimumFractionDigits: digits, maximumFractionDigits: digits });

const bits = (perSecond: number): string =>
  perSecond >= 1e9 ? `${number(perSecond / 1e9, 1)} Gbit/s` : `${number(perSecond / 1e6, 1)} Mbit/s`;

const bytes = (size: number): string =>
  size >= 1e12
    ? `${number(size / 1e12, 1)} TB`
    : size >= 1e9
      ? `${number(size / 1e9, 1)} GB`
      : `${number(size / 1e6)} MB`;

/** As a table, with what it rests on. */
export const capacityText = (capacity: Capacity, costs: Costs, behaviour: Behaviour): string => {
  const { perSecond } = capacity;
  const rows: [string, string][] = [
    [
      'requests at the busiest',
      `${number(perSecond.heartbeat)} heartbeats/s, ${number(perSecond.lecture, 1)} lectures/s, ${number(perSecond.visit, 1)} visits/s`,
    ],
    ['', `${number(perSecond.login, 1)} logins/s, ${number(perSecond.purchase, 2)} purchases/s`],
    ['web processes', `${capacity.webProcesses} of one core (${number(capacity.webCores, 1)} cores, and one spare)`],
    ['workers', `${capacity.workers} of one core (${number(capacity.workerCores, 1)} cores, and one spare)`],
    [
      'PostgreSQL and its pooler',
      `${number(capacity.statementsPerSecond)} statements/s, ${number(capacity.databaseCores, 1)} cores, ${number(capacity.connections)} connections`,
    ],
    ['', bytes(capacity.databaseBytes)],
    ['object store', bytes(capacity.storedBytes)],
    [
      'CDN',
      `${bits(capacity.cdnBitsPerSecond)}, ${number(perSecond.segment)} segments/s, ${bytes(capacity.cdnBytesPerHour)} in an hour`,
    ],
    ['', `${number(capacity.proxyCores, 1)} cores, if it is nginx`],
    ['origin of the CDN', bits(capacity.originBitsPerSecond)],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`);
  const given = Object.entries(behaviour).map(([name, value]) => `${name} ${number(value, value < 1 ? 2 : 0)}`);
  return [...lines, '', `With ${given.join(', ')}.`, `Costs were measured on ${costs.machine}, ${costs.date}.`].join(
    '\n',
  );
};
