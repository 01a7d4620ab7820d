/** Invitations and settings of the cooperative. */
export const PEOPLE_DDL = `
CREATE TABLE invitation (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('farmer', 'processor', 'auditor', 'admin')),
  email text NOT NULL,
  farm_id text NOT NULL CHECK (farm_id = upper(farm_id)),
  invited_by uuid NOT NULL REFERENCES app_user (id),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  mail text NOT NULL CHECK (mail IN ('none', 'waiting', 'sent', 'failed')),
  seal text,
  CHECK (role <> 'farmer' OR farm_id <> '')
);
CREATE INDEX invitation_by_creation ON invitation (created_at, id);
CREATE INDEX invitation_of_inviter ON invitation (invited_by);
CREATE TABLE cooperative (
  id text PRIMARY KEY CHECK (id = 'own'),
  name text NOT NULL,
  address text NOT NULL,
  country text NOT NULL,
  eori text NOT NULL,
  email text NOT NULL,
  lot_numbers text NOT NULL,
  logo bytea,
  logo_type text CHECK (logo_type IN ('image/png', 'image/jpeg')),
  version integer NOT NULL,
  updated_at timestamptz NOT NULL,
  seal text,
  CHECK ((logo IS NULL) = (logo_type IS NULL))
);
CREATE INDEX app_user_by_email ON app_user (lower(email)) WHERE email <> '';
`;
