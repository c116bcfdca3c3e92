import { testStoreServers } from './store-servers.ts';
import { startSwift } from './swift-servers.ts';

/** The object store of OpenStack: `npm test -- swift`. */
testStoreServers(startSwift);
