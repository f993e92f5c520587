"""What is deleted is gone from the files, and every text that is kept can be deleted."""
import os, random, sqlite3, time, unicodedata, unittest, urllib.parse

from support import Server


def holds(server, text):
    """Which of the database's files hold a text."""
    names = [name for name in os.listdir(server.folder) if name.startswith("context.sqlite")]
    return [name for name in names if text.encode() in open(os.path.join(server.folder, name), "rb").read()]


class Reader:
    """Another program that reads the database as it is now until it is closed, as a backup does."""

    def __init__(self, server):
        self.database = sqlite3.connect(server.folder + "/context.sqlite", isolation_level=None)
        self.database.execute("BEGIN")
        self.database.execute("SELECT count(*) FROM incidents").fetchall()

    def close(self):
        self.database.close()


class ErasureTests(unittest.TestCase):
    def test_a_deleted_record_leaves_no_text_in_the_files(self):
        with Server() as server:
            ask = server.ask
            n = ask("POST", "/v1/incidents", {"kind": "Xaverius fell", "person": "Yolandina"})[2]["n"]
            ask("POST", "/v1/patients", {"id": "p1", "name": "Zacharias"})
            self.assertTrue(holds(server, "Xaverius") and holds(server, "Zacharias"))
            self.assertEqual(ask("DELETE", f"/v1/incidents/{n}")[0], 204)
            self.assertEqual(holds(server, "Xaverius") + holds(server, "Yolandina"), [])
            self.assertEqual(ask("DELETE", "/v1/patients/p1")[0], 204)
            self.assertEqual(holds(server, "Zacharias"), [])

    def test_nothing_of_any_name_is_left_in_a_database_of_many(self):
        chance = random.Random(1)
        names = [f"Name{chance.getrandbits(60):015x}" + "y" * chance.randrange(150) for _ in range(150)]
        with Server() as server:
            server.ask("POST", "/v1/beacons", {"id": "b"})
            for name in names * 3:
                server.ask("POST", "/v1/sightings", {"person": name, "beacon": "b"})
            chance.shuffle(names)
            for name in names[:100]:
                self.assertEqual(server.ask("DELETE", "/v1/people/" + name)[2], {"deleted": 3})
            self.assertEqual([name for name in names[:100] if holds(server, name[:19])], [])
            self.assertTrue(all(holds(server, name) for name in names[100:]))

    def test_while_another_program_reads_the_answer_says_that_text_is_left_and_later_it_goes(self):
        with Server() as server:
            ask = server.ask
            ask("POST", "/v1/incidents", {"kind": "fallen", "person": "Xaverius"})
            n = ask("POST", "/v1/incidents", {"kind": "Yolandina fell"})[2]["n"]
            reader = Reader(server)
            for path in ["/v1/people/Xaverius", f"/v1/incidents/{n}"]:
                status, headers, answer = ask("DELETE", path)
                self.assertEqual((status, headers["Retry-After"]), (503, "10"))
                self.assertIn("another program reads an earlier state", answer["detail"])
            # Nobody else sees it any more, and records are written meanwhile.
            self.assertEqual(ask("GET", "/v1/incidents")[2]["n"], 0)
            self.assertEqual(ask("POST", "/v1/beacons", {"id": "b"})[0], 201)
            reader.close()
            self.assertEqual(ask("DELETE", "/v1/people/Xaverius")[:3:2], (200, {"deleted": 0}))
            self.assertEqual(holds(server, "Xaverius") + holds(server, "Yolandina"), [])

    def test_what_was_left_goes_when_the_server_ends(self):
        server = Server()
        server.ask("POST", "/v1/incidents", {"kind": "fallen", "person": "Xaverius"})
        reader = Reader(server)
        self.assertEqual(server.ask("DELETE", "/v1/people/Xaverius")[0], 503)
        reader.close()
        self.assertEqual(server.stop(), 0)
        self.assertEqual(holds(server, "Xaverius"), [])

    def test_what_was_left_by_a_server_that_was_killed_goes_at_the_next_start(self):
        server = Server()
        server.ask("POST", "/v1/incidents", {"kind": "fallen", "person": "Xaverius"})
        reader = Reader(server)
        self.assertEqual(server.ask("DELETE", "/v1/people/Xaverius")[0], 503)
        server.kill()
        reader.close()
        with Server(folder=server.folder) as again:
            self.assertEqual(holds(again, "Xaverius"), [])

    def test_on_a_full_disk_nothing_is_said_to_be_deleted_and_the_server_ends(self):
        # Files may have 300 KiB at most.
        server = Server(limit=300)
        for _ in range(300):
            status, _, answer = server.ask("POST", "/v1/incidents", {"kind": "fallen", "person": "Xaverius"})
            if status == 507:
                break
        self.assertEqual((status, answer["detail"]), (507, "there is no space left on the disk; nothing of a new record was kept"))
        self.assertEqual(server.ask("DELETE", "/v1/incidents/1")[0], 507)
        self.assertEqual(server.ask("GET", "/v1/incidents/1")[0], 200)
        self.assertEqual(server.stop(), 0)
        self.assertIn("the write-ahead log cannot be emptied", server.errors)

    def test_a_patient_takes_incidents_and_sightings_along(self):
        with Server() as server:
            ask = server.ask
            ask("POST", "/v1/beacons", {"id": "b"})
            for id, name in [("m1", "Xaverius"), ("m2", "Yolandina"), ("m3", "Yolandina")]:
                ask("POST", "/v1/patients", {"id": id, "name": name})
            for person in ["Xaverius", "m1", "Yolandina", "m2", "m3", "Zacharias"]:
                ask("POST", "/v1/incidents", {"kind": "fallen", "person": person})
                ask("POST", "/v1/sightings", {"beacon": "b", "person": person})
            ask("POST", "/v1/incidents", {"kind": "items missing", "beacon": "m1"})

            def left():
                return [record["person"] for record in ask("GET", "/v1/incidents")[2]["incidents"]]

            self.assertEqual(ask("DELETE", "/v1/patients/m1")[0], 204)
            self.assertEqual(left(), ["Yolandina", "m2", "m3", "Zacharias"])
            self.assertEqual(holds(server, "Xaverius"), [])
            # Another patient has the name, whose records cannot be told from these.
            self.assertEqual(ask("DELETE", "/v1/patients/m2")[0], 204)
            self.assertEqual(left(), ["Yolandina", "m3", "Zacharias"])
            self.assertEqual(ask("DELETE", "/v1/patients/m3")[0], 204)
            self.assertEqual(left(), ["Zacharias"])
            self.assertEqual(holds(server, "Yolandina"), [])
            # By the id the name goes too: a patient, an incident and a sighting of each.
            ask("POST", "/v1/patients", {"id": "m1", "name": "Xaverius"})
            for person in ["Xaverius", "m1"]:
                ask("POST", "/v1/incidents", {"kind": "fallen", "person": person})
            self.assertEqual(ask("DELETE", "/v1/people/m1")[2], {"deleted": 3})


class TextTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.server.ask("POST", "/v1/beacons", {"id": "b1"})

    @classmethod
    def tearDownClass(cls):
        assert cls.server.stop() == 0 and cls.server.errors == "", cls.server.errors

    def test_nul_is_refused_everywhere(self):
        ask = self.server.ask
        ask("POST", "/v1/incidents", {"kind": "fallen", "person": "Alice"})
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        for request in [
            {"method": "GET", "path": "/v1/beacons/b1%00x"}, {"method": "DELETE", "path": "/v1/people/Alice%00Bob"},
            {"method": "DELETE", "path": "/v1/beacons/b1%00"}, {"method": "GET", "path": "/v1/readings?beacon=b1%00"},
            {"method": "POST", "path": "/v1/beacons", "document": {"id": "b\0"}},
            {"method": "POST", "path": "/v1/incidents", "document": {"kind": "a", "identities": ["b", "c\0d"]}},
            {"method": "POST", "path": "/v1/incidents", "document": {"kind\0": "a"}},
            {"method": "POST", "path": "/v1/incidents", "body": "kind=a%00b", "headers": form},
        ]:
            with self.subTest(request=request):
                status, _, answer = ask(**request)
                self.assertEqual(status, 400)
                self.assertIn("NUL", answer["detail"])
        self.assertEqual(ask("DELETE", "/v1/people/Alice")[2], {"deleted": 1})

    def test_texts_have_at_most_200_characters(self):
        ask = self.server.ask
        for path, record, key in [
            ("/v1/incidents", {"kind": "a", "person": "x" * 201}, "person"),
            ("/v1/incidents", {"kind": "x" * 201}, "kind"),
            ("/v1/incidents", {"kind": "a", "identities": ["b", "x" * 201]}, "identities[1]"),
            ("/v1/patients", {"id": "p" * 201, "name": "x"}, "id"),
        ]:
            status, _, answer = ask("POST", path, record)
            self.assertEqual((status, answer["detail"]), (422, f"{key}: expected at most 200 characters, found 201"))
        # Each of four octets in UTF-8, and of twelve in the path that deletes it.
        longest = "\U00020000" * 200
        self.assertEqual(ask("POST", "/v1/incidents", {"kind": "a", "person": longest})[0], 201)
        self.assertEqual(ask("DELETE", "/v1/people/" + urllib.parse.quote(longest))[2], {"deleted": 1})
        schemas = self.server.ask("GET", "/openapi.json")[2]["paths"]["/v1/incidents"]["post"]["requestBody"]
        properties = schemas["content"]["application/json"]["schema"]["properties"]
        self.assertEqual((properties["person"]["maxLength"], properties["identities"]["items"]["maxLength"]), (200, 200))

    def test_a_name_is_found_in_each_unicode_form(self):
        ask = self.server.ask
        composed, apart = unicodedata.normalize("NFC", "Zoë Ångström"), unicodedata.normalize("NFD", "Zoë Ångström")
        self.assertNotEqual(composed, apart)
        for written, sought in [(composed, apart), (apart, composed)]:
            record = ask("POST", "/v1/incidents", {"kind": apart, "person": written})[2]
            self.assertEqual((record["person"], record["kind"]), (composed, composed))
            self.assertEqual(ask("DELETE", "/v1/people/" + urllib.parse.quote(sought))[2], {"deleted": 1})

    def test_lists_end_early_rather_than_fill_the_memory(self):
        record = {"kind": "a", "identities": ["x" * 200] * 100}
        numbers = [self.server.ask("POST", "/v1/incidents", record)[2]["n"] for _ in range(40)]
        # 20 kB each: above 256 KiB a list ends, and goes on behind its last number.
        found, after = [], numbers[0] - 1
        while True:
            answer = self.server.ask("GET", f"/v1/incidents?limit=1000&after={after}")[2]["incidents"]
            if not answer:
                break
            self.assertLess(len(answer), 15)
            found += [record["n"] for record in answer]
            after = found[-1]
        self.assertEqual(found, numbers)


if __name__ == "__main__":
    unittest.main()
