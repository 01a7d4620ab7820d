import type { proof as english } from '../../en/public/proof.ts';
import type { Translation } from '../../messages.ts';

/** The proof of a lot, checked by the reader's own browser. */
export const proof = {
  'prove.title': 'Revisado por su propio navegador',
  'prove.checking': 'Revisando la prueba...',
  'prove.sample': 'Datos de muestra',
  'prove.sampleText':
    'El resultado satelital de este lote se basa en datos de muestra. Está registrado tal cual, y no dice nada de un lugar real.',
  'prove.limits':
    'Esto muestra que el registro no se cambió desde que se hizo, no que fuera verdad al hacerse; tampoco puede mostrar que no se añadió nada después.',
  'prove.trust':
    'Parte de las huellas raíz de las organizaciones, como las nombra este sitio. Compárelas con las que haya recibido por otra vía.',
  'prove.download': 'Descargar el archivo de prueba',
  'prove.underHead':
    'Este navegador recuerda el libro de registros tal como era con {blocks} bloques, y el evento más nuevo está en él.',
  'prove.notUnderHead':
    'Este navegador recuerda el libro de registros tal como era con {blocks} bloques, y el evento más nuevo no está en él: este archivo es de otra historia.',
  'prove.all': 'Probado: los datos del lote y su recorrido son lo que se registró',
  'prove.site': 'Indicado por este sitio, fuera de la prueba: {values}',
  'prove.site.country': 'país',
  'prove.site.sample': 'si los datos satelitales son de muestra',
  'prove.site.dataset': 'conjunto de datos de la revisión satelital',
  'prove.site.area': 'superficie revisada',
  'prove.site.decision': 'quién decidió el estado, cuándo y por qué está abierto',
  'prove.site.updated': 'hora del último cambio',
  'prove.site.record': 'números de bloques y transacciones',
  'prove.site.comparison': 'comparación con el libro hecha por este sitio',
  'prove.failed': 'No probado',
  'prove.open': 'No probado del todo',
  'prove.openText': 'No se encontró nada malo, pero no se pudieron hacer todos los pasos.',
  'prove.placeOpen': 'No se comprobó su lugar entre todas las demás entradas.',
  'prove.checkPlace': 'Comprobar también el lugar',
  'prove.checkPlaceWhat': 'Descarga los bloques enteros, que contienen huellas de otros lotes',
  'prove.noFile': 'No se pudo cargar el archivo de prueba',
  'prove.noRecord': 'Todavía no hay nada de este lote en el libro de registros, así que no hay nada que revisar.',
  'prove.unreached': 'Revise su conexión y presione Verificar otra vez.',
  'prove.noCrypto':
    'Este navegador no puede calcular las huellas y firmas. Abra la página con https, en otro navegador.',
  'prove.state.waiting': 'En espera',
  'prove.state.proven': 'Probado',
  'prove.state.failed': 'Falló',
  'prove.state.not_checked': 'Sin revisar',
  'prove.file': 'El archivo de prueba se puede leer',
  'prove.fileDone': 'Versión {version}, {events, plural, one {# evento} other {# eventos}}',
  'prove.roots': 'Quienes firman son las organizaciones conocidas',
  'prove.rootsDone': '{organisations}',
  'prove.events': 'Cada evento está sin cambios',
  'prove.eventsDone':
    '{events, plural, one {# huella calculada} other {# huellas calculadas}} a partir de los contenidos',
  'prove.chain': 'No falta ningún evento entre otros',
  'prove.chainDone':
    '{links, plural, =0 {El único evento es el primero} one {# enlace de evento a evento} other {# enlaces de evento a evento}}',
  'prove.path': 'Cada evento está en su bloque',
  'prove.pathWholeDone':
    '{blocks, plural, one {# bloque entero} other {# bloques enteros}} de {hashes, plural, one {# transacción} other {# transacciones}} calculados de nuevo, {events, plural, one {# evento} other {# eventos}} en su lugar',
  'prove.pathDone':
    '{events, plural, one {# camino} other {# caminos}} hacia {blocks, plural, one {# bloque} other {# bloques}}',
  'prove.headers': 'Los bloques son los que se firmaron',
  'prove.headersDone': '{blocks, plural, one {Bloque {first}} other {# bloques, de {first} a {last}}}',
  'prove.signatures': 'Cada organización firmó',
  'prove.signaturesDone': '{signatures, plural, one {# firma} other {# firmas}} de {organisations}',
  'prove.fields': 'Los datos y el recorrido son lo que se registró',
  'prove.fieldsDone':
    '{compared, plural, one {# valor comparado} other {# valores comparados}}, {opened, plural, one {# valor personal abierto} other {# valores personales abiertos}}',
  'prove.fileMeans':
    'El archivo contiene los eventos de este lote y lo necesario para revisarlos, y nada legible de ningún otro lote.',
  'prove.rootsMeans':
    'El certificado de cada organización está firmado por su raíz. Las raíces se comparan con huellas que no vienen del archivo.',
  'prove.eventsMeans':
    'Una huella es una suma corta de un texto: cambie una letra y es otra. Esta es la del evento más nuevo:',
  'prove.chainMeans':
    'Cada evento nombra la huella del anterior, desde el primero, y cumple las reglas del libro de registros.',
  'prove.pathMeans':
    'Una sola huella da nombre a cada bloque. Un camino de huellas lleva a ella desde cada evento, o se calcula con el bloque entero.',
  'prove.headersMeans':
    'Un encabezado une un bloque con el anterior. La firma de al menos una organización corresponde a cada encabezado.',
  'prove.signaturesMeans': 'Cada evento y cada encabezado lleva una firma válida de cada organización.',
  'prove.fieldsMeans':
    'Los eventos dan los datos del lote y las etapas de su recorrido tal como se muestran aquí; el país, el conjunto de datos y otros valores indicados por este sitio no están en ellos. De los valores personales el libro guarda una huella con sal; el archivo abre los que se muestran aquí.',
  'prove.fingerprint': 'Raíz de {organisation}',
  'prove.fingerprintCopy': 'huella raíz de {organisation}',
  'prove.why.rests': 'Sin revisar, porque un paso anterior falló.',
  'prove.why.form': 'Esto no es un archivo de prueba: {where} no es como debe ser.',
  'prove.why.no_roots':
    'No se pudieron obtener las huellas raíz de las organizaciones, así que nada dice de quién son estas firmas.',
  'prove.why.certificate': 'Los certificados de {organisation} no concuerdan entre sí.',
  'prove.why.organisation_twice': '{organisation} aparece dos veces.',
  'prove.why.other_roots': 'El archivo lo firmaron otros: sus raíces no son las de confianza.',
  'prove.why.content_unreadable': 'El evento {event} no se puede leer.',
  'prove.why.transaction_unreadable': 'La transacción del evento {event} no se puede leer.',
  'prove.why.content_differs': 'El evento {event} se cambió: su huella no es la que se firmó.',
  'prove.why.another_event': 'El evento {event} es de otro lote, o está en el lugar de otro evento.',
  'prove.why.unknown_version':
    'Este archivo de prueba tiene la versión {version}, que esta página no conoce. Cargue la página de nuevo.',
  'prove.why.unknown_content':
    'El evento {event} tiene un contenido de la versión {version}, que esta página no conoce. Cargue la página de nuevo.',
  'prove.why.unknown_rules':
    'El evento {event} se juzgó con reglas que esta página no conoce. Cargue la página de nuevo.',
  'prove.why.chain_broken': 'El evento {event} no sigue al anterior: falta un evento, o está en otro lugar.',
  'prove.why.path_differs': 'El evento {event} no está en el bloque {block}: su camino lleva a otra huella.',
  'prove.why.header_differs':
    'El encabezado del bloque {block} se cambió: no le corresponde la firma de ninguna organización.',
  'prove.why.headers_unlinked': 'El bloque {block} no sigue al bloque anterior.',
  'prove.why.signature_missing':
    'Falta la firma de {organisation} en el {on, select, event {evento} other {bloque}} {number}.',
  'prove.why.signature_twice':
    '{organisation} firmó dos veces el {on, select, event {evento} other {bloque}} {number}.',
  'prove.why.signature_invalid':
    'La firma de {organisation} en el {on, select, event {evento} other {bloque}} {number} no es válida.',
  'prove.why.signature_stranger':
    'El {on, select, event {evento} other {bloque}} {number} está firmado por {organisation}, que no es una de las organizaciones.',
  'prove.why.transaction_id': 'La transacción del evento {event} no tiene el número que le corresponde.',
  'prove.why.expired': 'El certificado de {organisation} no era válido cuando se registró el evento {event}.',
  'prove.why.opened_differs': 'En el archivo, este campo no es el que registró el evento {event}: {field}.',
  'prove.why.whole_blocks':
    'El archivo no contiene los bloques enteros, que son los únicos que muestran el lugar entre todas las demás entradas.',
  'prove.why.ordering_root':
    'El orden de las entradas lo certifica {organisation}, cuyo certificado no está entre los que esta página acepta.',
  'prove.why.not_opened': 'La página muestra este campo, pero el archivo no lo prueba: {field}.',
  'prove.why.shown_differs': 'Lo que se muestra no es lo que se registró.',
  'prove.why.waiting':
    'Un cambio de este lote aún no está en la prueba. Cargue la página de nuevo en un minuto y revise otra vez.',
  'field.journey': 'recorrido',
  'prove.shown': 'Se muestra: {value}',
  'prove.recorded': 'Registrado: {value}',
} as const satisfies Translation<typeof english>;
