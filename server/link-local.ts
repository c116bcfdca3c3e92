import { BlockList } from 'node:net';

/** Addresses where hosts offer services to the machines on them, such as credentials of a cloud. */
export const linkLocal = new BlockList();
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4');
linkLocal.addSubnet('fe80::', 10, 'ipv6');
