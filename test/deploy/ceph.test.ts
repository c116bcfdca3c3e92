import { startCeph } from './ceph-servers.ts';
import { testStoreServers } from './store-servers.ts';

/** The object store of Ceph, which many hosts offer as S3: `npm test -- ceph`. */
testStoreServers(startCeph);
