// @module-tag long
import { testObjectStore } from '#test/object-store-story.ts';
import { startObjectStore } from '#test/object-store.ts';

testObjectStore(startObjectStore);
