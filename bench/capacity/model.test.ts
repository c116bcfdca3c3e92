import { expect, it } from 'vitest';
import { Behaviour, capacityOf, type Costs } from './model.ts';
import { capacityText } from './text.ts';

const cost = (webMs: number, databaseMs: number, statements: number) => ({
  webMs,
  databaseMs,
  proxyMs: 0.1,
  statements,
});
const costs: Costs = {
  machine: 'a machine of a test',
  date: '2026-06-15',
  requests: {
    visit: cost(4, 2, 8),
    login: cost(50, 2, 6),
    lecture: cost(6, 3, 12),
    heartbeat: cost(1, 0.9, 4),
    segment: cost(0, 0, 0),
    purchase: cost(120, 60, 180),
  },
  videoMinute: { workerMs: 90_000, renditionBytes: 20_000_000, highestBitsPerSecond: 1_200_000 },
  learnerBytes: 2000,
};
const school = Behaviour.parse({ viewers: 12_000, learners: 90_000 });

it('computes what a school needs from what each request costs', () => {
  expect(capacityOf(costs, school)).toEqual({
    perSecond: { visit: 5, login: 0.5, lecture: 20, heartbeat: 800, segment: 3000, purchase: 0.25 },
    // 20 + 25 + 120 + 800 + 30 = 995 ms in each second
    webCores: expect.closeTo(1.6583, 4),
    webProcesses: 3,
    // 120 minutes of 90 s each in a day
    workerCores: expect.closeTo(0.2083, 4),
    workers: 2,
    // 10 + 1 + 60 + 720 + 15 = 806 ms
    databaseCores: expect.closeTo(1.3433, 4),
    // 40 + 3 + 240 + 3200 + 45
    statementsPerSecond: 3528,
    connections: 55,
    proxyCores: expect.closeTo(0.6376, 4),
    cdnBitsPerSecond: 14_400_000_000,
    cdnBytesPerHour: 6_480_000_000_000,
    originBitsPerSecond: expect.closeTo(740_740.74, 1),
    // 200 hours of 20 MB a minute, and of originals at 4 Mbit/s
    storedBytes: 600_000_000_000,
    databaseBytes: 180_000_000,
  });
});

it('needs no cores for nobody, and one process of each kind', () => {
  const nobody = Behaviour.parse({ viewers: 0, learners: 0, videoHours: 0, newVideoHoursPerDay: 0 });
  expect(capacityOf(costs, nobody)).toMatchObject({
    webProcesses: 1,
    workers: 1,
    databaseCores: 0,
    cdnBitsPerSecond: 0,
    storedBytes: 0,
  });
});

it('shows the result with what it rests on', () => {
  expect(capacityText(capacityOf(costs, school), costs, school)).toBe(`\
requests at the busiest    800 heartbeats/s, 20.0 lectures/s, 5.0 visits/s
                           0.5 logins/s, 0.25 purchases/s
web processes              3 of one core (1.7 cores, and one spare)
workers                    2 of one core (0.2 cores, and one spare)
PostgreSQL and its pooler  3,528 statements/s, 1.3 cores, 55 connections
                           180 MB
object store               600.0 GB
CDN                        14.4 Gbit/s, 3,000 segments/s, 6.5 TB in an hour
                           0.6 cores, if it is nginx
origin of the CDN          0.7 Mbit/s

With viewers 12,000, learners 90,000, lectureMinutes 10, visitMinutes 40, loginShare 0.10, hourlyBuyerShare 0.01, videoHours 200, newVideoHoursPerDay 2, originalKbps 4,000.
Costs were measured on a machine of a test, 2026-06-15.`);
});
