import type { AuditGroup } from "@postil/domain/accounts/audit";
import {
  Building2,
  CircleAlert,
  Download,
  KeyRound,
  LockKeyhole,
  LogIn,
  LogOut,
  type LucideIcon,
  PencilLine,
  Trash2,
  UserCog,
  UserPlus,
  Users,
} from "lucide-react";

/** The signs of the kinds, beside their words. */
export const GROUP_ICONS: { readonly [group in AuditGroup]: LucideIcon } = {
  sign_in: LogIn,
  failed_sign_in: CircleAlert,
  sign_out: LogOut,
  key: KeyRound,
  password: LockKeyhole,
  role: UserCog,
  membership: Users,
  person: UserPlus,
  workspace: Building2,
  deletion: Trash2,
  change: PencilLine,
  export: Download,
};
