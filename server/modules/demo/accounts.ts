import type { Role } from '../../domain/access/permissions.ts';

export interface DemoAccount {
  label: string;
  username: string;
  password: string;
  role: Role;
  name: string;
  farmId: string;
  /** the sign-in page offers it */
  offered: boolean;
}

/** Accounts of the demo data (docs/spec/demo-data.md, 'Demo accounts'). */
export const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  {
    label: 'Farmer',
    username: 'farmer',
    password: 'cacao-farmer',
    role: 'farmer',
    name: 'Maria Kaupa',
    farmId: 'FARM001',
    offered: true,
  },
  {
    label: 'Processor',
    username: 'processor',
    password: 'cacao-processor',
    role: 'processor',
    name: 'Kwame Boateng',
    farmId: '',
    offered: true,
  },
  {
    label: 'Auditor',
    username: 'auditor',
    password: 'cacao-auditor',
    role: 'auditor',
    name: 'Elena Quispe',
    farmId: '',
    offered: true,
  },
  {
    label: 'Admin',
    username: 'admin',
    password: 'cacao-admin',
    role: 'admin',
    name: 'Joseph Tau',
    farmId: '',
    offered: false,
  },
];
