import { expect, test } from 'vitest';
import { english } from '#contract/languages/language.ts';
import { labelOf, linesOf } from './access-words.ts';
import type { ListedPerson } from './people-queries.ts';

type Right = ListedPerson['access']['rights'][number];

const course = (id: string, title: string, pausedSince: string | null): Right => ({
  scope: id,
  title,
  until: '2027-11-30T18:29:59.999Z',
  renews: false,
  source: 'payment',
  planName: 'Foundation',
  since: '2026-11-30T05:18:00.000Z',
  pausedSince,
});

const personWith = (...rights: Right[]): ListedPerson => ({
  _id: 'meera',
  fullName: 'Meera Devi',
  email: 'meera@school.example',
  avatar: { secure_url: null },
  role: 'USER',
  createdAt: '2026-11-30T05:10:00.000Z',
  lastSeenAt: null,
  blockedAt: null,
  status: 'active',
  access: { state: 'active', rights },
  plan: 'Foundation',
  accessUntil: '2027-11-30T18:29:59.999Z',
  paidInPaise: 200_000,
  watchedPercent: null,
});

test('a person whose every right is paused is paused, and one who has another is not', () => {
  const paused = course('garden', 'The Kitchen Garden', '2027-01-02T18:29:59.999Z');
  const { label, tone } = labelOf(personWith(paused));
  expect([english._(label), tone]).toEqual(['Paused', 'waiting']);
  expect(linesOf(personWith(paused), 'Asia/Kolkata', english)).toEqual({
    tone: 'waiting',
    first: 'Paused since 2 Jan 2027',
    second: 'The Kitchen Garden, a part is overdue',
  });
  expect(labelOf(personWith(paused, course('rain', 'Rain', null)))).toEqual({ label: 'Has access', tone: 'good' });
});
