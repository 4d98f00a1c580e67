export interface PickableModel {
  model_id: string;
  model_name: string;
  organization: string | null;
  abilities: { vision: boolean };
}
