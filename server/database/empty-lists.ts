import { HandleEmptyInListsPlugin, replaceWithNoncontingentExpression } from 'kysely';

/** Nothing is in an empty list, as SQLite has it; PostgreSQL refuses `IN ()`. */
export const emptyLists = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression });
