/** Made-up farms of the demonstration; each harvests at one or more of the sample places. */
export interface DemoFarm {
  farmId: string;
  farmer: string;
  /** names of `SAMPLE_PLACES` */
  places: readonly string[];
}

export const DEMO_FARMS: readonly DemoFarm[] = [
  { farmId: 'FARM001', farmer: 'Maria Kaupa', places: ['Gum, Madang', 'Karkar Island, Madang', 'Bogia, Madang'] },
  { farmId: 'FARM002', farmer: 'Peter Wani', places: ['Turubu, East Sepik', 'Vanimo, West Sepik'] },
  { farmId: 'FARM003', farmer: 'Ama Mensah', places: ['Kumasi, Ashanti', 'Goaso, Ahafo', 'Koforidua, Eastern'] },
  { farmId: 'FARM004', farmer: 'Kofi Asante', places: ['Sefwi Wiawso, Western North', 'Enchi, Western North'] },
  { farmId: 'FARM005', farmer: 'Rosa Zambrano', places: ['Milagro, Guayas', 'Quevedo, Los Ríos', 'Guayas'] },
  { farmId: 'FARM006', farmer: 'Luis Huamán', places: ['Lamas, San Martín', 'Tocache, San Martín'] },
  { farmId: 'FARM007', farmer: 'Carmen Shapiama', places: ['Chulucanas, Piura', 'Quillabamba, Cusco'] },
];
