import { type PageName, pages } from '#contract/pages.ts';

type Page<Name extends PageName> = (typeof pages)[Name];

type NamesInPath<Path extends string> = Path extends `${infer Start}/${infer Rest}`
  ? NamesInPath<Start> | NamesInPath<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never;

type Needed<Name extends PageName> =
  | NamesInPath<Page<Name>['path']>
  | (Page<Name> extends { course: string } ? 'course' : never);

type Optional<Name extends PageName> =
  Page<Name> extends { query: readonly (infer Key extends string)[] } ? Key : never;

type Params<Name extends PageName> = Record<Needed<Name>, string> & Partial<Record<Optional<Name>, string | undefined>>;

type Rest<Name extends PageName> = [Needed<Name>] extends [never]
  ? [Optional<Name>] extends [never]
    ? []
    : [params?: Params<Name>]
  : [params: Params<Name>];

/**
 * The address of a page: `pathTo('payment', { paymentId })`, `pathTo('editCourse', { course: courseId })`. What the path
 * does not name goes into the query.
 */
export const pathTo = <Name extends PageName>(name: Name, ...rest: Rest<Name>): string => {
  const { path } = pages[name];
  const params: Record<string, string | undefined> = rest[0] ?? {};
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(params)) {
    if (value !== undefined && !path.split('/').includes(`:${key}`)) query.set(key, value);
  }
  const filled = path.replaceAll(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
  return query.size === 0 ? filled : `${filled}?${query}`;
};

/** The state of a link into the classroom whose press already was one on Play. */
export const START_PLAYING = 'start-playing';
