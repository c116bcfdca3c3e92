import { z } from 'zod';
import { call } from './call.ts';
import type { TestApp } from './start-app.ts';

const List = z.object({
  courses: z.array(z.object({ title: z.string() })),
  total: z.int(),
  totalLectures: z.int(),
  teachers: z.array(z.string()),
  didYouMean: z.string().nullable(),
});
const Highlighted = { highlights: z.array(z.tuple([z.int(), z.int()])) };
const Suggestions = z.object({
  courses: z.array(z.object({ title: z.string(), numberOfLectures: z.int(), ...Highlighted })),
  lectures: z.array(z.object({ title: z.string(), course: z.object({ title: z.string() }), ...Highlighted })),
  teachers: z.array(z.object({ name: z.string(), courses: z.int(), ...Highlighted })),
  total: z.int(),
  didYouMean: z.string().nullable(),
});

export const query = (values: Record<string, string>): string => `?${new URLSearchParams(values)}`;
export const list = async (app: TestApp, values: Record<string, string>) =>
  List.parse((await call(app, 'GET', `/courses/${query(values)}`)).body);
export const titles = async (app: TestApp, values: Record<string, string>): Promise<string[]> =>
  (await list(app, values)).courses.map(({ title }) => title);
export const suggest = async (app: TestApp, search: string) =>
  Suggestions.parse((await call(app, 'GET', `/search${query({ search })}`)).body);
